//! Outputs of unknown length: the shapes that calls give them, and what too little room is.

use hostnpu::abi::aclnn::meta::executor::{aclDestroyAclOpExecutor, aclSetAclOpExecutorRepeatable};
use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::call::{Refusal, prepare, stream};
use crate::table::entry;
use crate::table::samples::{read, write};

/// Runs a call; gives the shapes of its tensors then.
fn shapes(name: &str, arguments: &[Argument]) -> Result<Vec<Vec<i64>>, Refusal> {
    let mut call = prepare(entry(name), arguments);
    call.run()?;
    Ok(call.view_shapes())
}

fn mask(numbers: &[f64]) -> Argument {
    read(Dtype::Bool, &[2, 3], numbers)
}

fn numbers() -> Argument {
    read(Dtype::F32, &[2, 3], &[1.0, 0.0, 2.0, 0.0, 1.0, 1.0])
}

#[test]
fn what_is_selected_says_how_long_the_output_is() {
    let select = |mask| {
        shapes(
            "aclnnMaskedSelect",
            &[numbers(), mask, write(Dtype::F32, &[6])],
        )
    };
    assert_eq!(select(mask(&[1.0, 0.0])).unwrap()[2], [3]);
    assert_eq!(select(mask(&[0.0])).unwrap()[2], [0]);
    let none = read(Dtype::F32, &[0], &[]);
    let empty = shapes(
        "aclnnMaskedSelect",
        &[
            none,
            read(Dtype::Bool, &[1], &[1.0]),
            write(Dtype::F32, &[0]),
        ],
    );
    assert_eq!(empty.unwrap()[2], [0]);
    let rows = shapes("aclnnNonzero", &[numbers(), write(Dtype::I64, &[6, 2])]).unwrap();
    assert_eq!(rows[1], [4, 2]);
    let columns = shapes("aclnnNonzeroV2", &[numbers(), write(Dtype::I64, &[12])]).unwrap();
    assert_eq!(columns[1], [2, 4]);
    // An empty tensor leaves the output as it is.
    let empty = [read(Dtype::F32, &[0, 3], &[]), write(Dtype::I64, &[7, 2])];
    assert_eq!(shapes("aclnnNonzero", &empty).unwrap()[1], [7, 2]);
}

#[test]
fn values_and_counts_get_their_length_and_the_inverse_keeps_its_shape() {
    let [yes, no] = [true, false].map(Argument::Bool);
    let six = || write(Dtype::I64, &[6]);
    let values = write(Dtype::F32, &[6]);
    let inverse = write(Dtype::I64, &[2, 3]);
    let call = [
        numbers(),
        yes.clone(),
        yes.clone(),
        yes.clone(),
        values.clone(),
        inverse.clone(),
        six(),
    ];
    assert_eq!(
        shapes("aclnnUnique2", &call).unwrap()[1..],
        [vec![3], vec![2, 3], vec![3]]
    );
    // Counts that are not asked for stay.
    let call = [
        numbers(),
        yes.clone(),
        yes.clone(),
        no.clone(),
        values.clone(),
        inverse,
        six(),
    ];
    assert_eq!(shapes("aclnnUnique2", &call).unwrap()[3], [6]);
    let rows = || read(Dtype::F32, &[3, 2], &[1.0, 2.0, 1.0, 2.0, 0.0, 5.0]);
    let along = |name, flag: &Argument| {
        let outs = [
            write(Dtype::F32, &[3, 2]),
            write(Dtype::I64, &[3]),
            write(Dtype::I64, &[3]),
        ];
        let mut call = vec![rows(), yes.clone(), flag.clone(), Argument::Int(0)];
        call.extend(outs);
        shapes(name, &call).unwrap()[1..].to_vec()
    };
    let expected = [vec![2, 2], vec![3], vec![2]];
    assert_eq!(along("aclnnUniqueDim", &yes), expected);
    assert_eq!(along("aclnnUniqueConsecutive", &yes), expected);
    let scalar = read(Dtype::F32, &[], &[1.0]);
    let call = [
        scalar,
        yes.clone(),
        no,
        write(Dtype::F32, &[1]),
        write(Dtype::I64, &[]),
    ];
    assert_eq!(shapes("aclnnUnique", &call).unwrap()[1], [1]);
    let row = read(Dtype::F32, &[3], &[0.0, 1.0, 2.0]);
    let number = crate::table::samples::scalar(Dtype::F32, 1.0);
    let flags = [Argument::Bool(false), Argument::Bool(true), Argument::Null];
    let mut call = vec![row, number];
    call.extend(flags);
    call.push(write(Dtype::I64, &[4]));
    assert_eq!(shapes("aclnnSearchSorteds", &call).unwrap()[1], [1]);
}

#[test]
fn an_output_without_room_is_an_error_of_the_stream_and_stays_as_it_is() {
    let mut call = prepare(
        entry("aclnnNonzero"),
        &[numbers(), write(Dtype::I64, &[3, 2])],
    );
    let refusal = call.run().unwrap_err();
    assert!(
        refusal.message.contains("aclnnNonzero: `out`")
            && refusal.message.contains("room for the 8"),
        "{refusal:?}"
    );
    assert_eq!(call.view_shapes()[1], [3, 2]);
    assert!(
        call.outputs()[0]
            .iter()
            .all(|&byte| byte == crate::argument::POISON)
    );
}

#[test]
fn such_a_call_runs_once() {
    let arguments = [numbers(), mask(&[1.0, 0.0]), write(Dtype::F32, &[6])];
    let (status, _, executor) = prepare(entry("aclnnMaskedSelect"), &arguments).first_phase();
    assert_eq!(status, 0);
    // SAFETY: a live executor.
    unsafe {
        assert_eq!(aclSetAclOpExecutorRepeatable(executor), 561_000);
        assert_eq!(aclDestroyAclOpExecutor(executor), 0);
    }
    // With nothing to run it may run again.
    let empty = read(Dtype::F32, &[0], &[]);
    let (_, _, executor) =
        prepare(entry("aclnnNonzero"), &[empty, write(Dtype::I64, &[0, 1])]).first_phase();
    // SAFETY: a live executor.
    unsafe {
        assert_eq!(aclSetAclOpExecutorRepeatable(executor), 0);
        assert_eq!(aclDestroyAclOpExecutor(executor), 0);
    }
}

#[test]
fn a_tensor_that_is_gone_when_the_call_runs_is_no_matter() {
    use hostnpu::abi::acl::rt::stream::aclrtSynchronizeStream;
    let arguments = [numbers(), mask(&[1.0, 0.0]), write(Dtype::F32, &[6])];
    let call = prepare(entry("aclnnMaskedSelect"), &arguments);
    let (status, size, executor) = call.first_phase();
    assert_eq!(status, 0);
    call.destroy_tensors();
    let mut workspace = vec![0_u128; size.div_ceil(16) as usize + 1];
    // SAFETY: the memory of the operands is still there, the workspace is as large as asked for.
    unsafe {
        let second = entry("aclnnMaskedSelect").second_phase;
        assert_eq!(
            second(workspace.as_mut_ptr().cast(), size, executor, stream()),
            0
        );
        assert_eq!(aclrtSynchronizeStream(stream()), 0);
    }
}

#[test]
fn what_a_tensor_says_wrongly_is_an_error_of_the_stream() {
    let run =
        |name, arguments: &[Argument]| prepare(entry(name), arguments).run().unwrap_err().message;
    let row = || read(Dtype::F32, &[3], &[1.0, 2.0, 3.0]);
    let repeated = |times: &[f64]| {
        let out = write(Dtype::F32, &[6]);
        let call = [row(), read(Dtype::I64, &[3], times), Argument::Int(6), out];
        run("aclnnRepeatInterleave", &call)
    };
    assert!(repeated(&[1.0, -1.0, 6.0]).contains("`repeats` is -1 at [1]"));
    assert!(repeated(&[1.0, 1.0, 1.0]).contains("`repeats` is 3 repetitions"));
    let plane = |at: f64| {
        let call = [
            read(Dtype::F32, &[1, 1, 2], &[1.0]),
            read(Dtype::I64, &[1, 1, 2], &[0.0, at]),
            Argument::Ints(vec![2, 2]),
            write(Dtype::F32, &[1, 2, 2]),
        ];
        run("aclnnMaxUnpool2d", &call)
    };
    assert!(plane(4.0).contains("`indices` is 4") && plane(-1.0).contains("allowed: 0 to 3"));
    let sorter = [
        row(),
        row(),
        Argument::Bool(false),
        Argument::Bool(false),
        read(Dtype::I64, &[3], &[0.0, 3.0, 1.0]),
        write(Dtype::I64, &[3]),
    ];
    assert!(run("aclnnSearchSorted", &sorter).contains("`sorter` is 3"));
}
