//! Steps of workers one by one, and contexts that are refused.

use crate::table::shared::workers::*;

#[test]
pub fn attention_takes_the_next_micro_batch() {
    let (marks, data) = (Words::of(&[1; 12]), Words::of(&[0; 4]));
    for (latest, next) in [(1, 0), (0, 1)] {
        let got = call(
            entry(ATTENTION),
            &[tensor(&attention(&marks, &data, 1, latest))],
        );
        assert_eq!(words(&got.unwrap()[0])[LATEST], next);
        let expected = match next {
            0 => [[0; 6], [1; 6]].concat(),
            _ => vec![0; 12],
        };
        assert_eq!(marks.get(), expected);
    }
}

#[test]
pub fn attention_waits_for_the_last_mark() {
    let marks = Words::of(&[1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]);
    let data = Words::of(&[0; 4]);
    thread::scope(|scope| {
        let waits = scope.spawn(|| {
            let got = call(entry(ATTENTION), &[tensor(&attention(&marks, &data, 1, 1))]);
            words(&got.unwrap()[0])[LATEST]
        });
        thread::sleep(Duration::from_millis(30));
        assert!(!waits.is_finished());
        marks.set(5, 1);
        assert_eq!(waits.join().unwrap(), 0);
    });
    assert_eq!(marks.get(), [0; 12]);
}

#[test]
pub fn experts_take_micro_batches_of_all_sessions_in_turn() {
    let all = |batch: usize| (0..4).map(move |session| (session, batch));
    let ready: Vec<_> = all(0).chain(all(1)).collect();
    for polled in [0, 1] {
        let ffn = Ffn::new(&ready);
        let arguments = [
            tensor(&ffn.context(1, polled)),
            Argument::Int(4),
            Argument::Int(0),
        ];
        let got = words(&call(entry(FFN), &arguments).unwrap()[0]);
        assert_eq!((got[LISTED], got[POLLED]), (4, 1 - polled));
        ffn.holds(&all(polled as usize).collect::<Vec<_>>());
    }
}

#[test]
pub fn experts_take_the_groups_that_have_come() {
    // Of the first group the second micro batch, of the second group both.
    let ready = [(0, 0), (0, 1), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1)];
    let ffn = Ffn::new(&ready);
    let arguments = [
        tensor(&ffn.context(1, 0)),
        Argument::Int(2),
        Argument::Int(0),
    ];
    let got = words(&call(entry(FFN), &arguments).unwrap()[0]);
    assert_eq!(got[LISTED], 4);
    ffn.holds(&[(0, 1), (1, 1), (2, 0), (3, 0)]);
}

#[test]
pub fn contexts_that_lie_are_refused() {
    let ffn = Ffn::new(&[]);
    let ffn_context = ffn.context(1, 0);
    let (marks, data) = (Words::of(&[1; 12]), Words::of(&[0; 4]));
    let of_attention = attention(&marks, &data, 1, 0);
    let big = i32::MAX;
    // A word of the context, and what it becomes.
    let lies = [(1, 0), (2, 0), (3, 0), (1, big), (2, -1), (3, big), (7, 2)];
    let of_ffn = [
        (0, 0),
        (0, big),
        (0, 3),
        (INFOS, 5),
        (INFOS + 1, 77),
        (INFOS + 2, 3),
        (POLLED, 2),
        (POLLED + 1, 1),
        (LAYERS + 1, -1),
        (SESSIONS, 0),
        (BATCHES + 2, 15),
        (EXPERTS + 2, 95),
    ];
    let of_marks = [
        (MARKS, 6),
        (MARKS + 1, 9),
        (MARKS + 2, 47),
        (LATEST, 2),
        (LATEST, -1),
    ];
    let changed = |context: &[i32], (word, to): (usize, i32)| {
        let mut context = context.to_vec();
        context[word] = to;
        tensor(&context)
    };
    for lie in lies.into_iter().chain(of_marks) {
        let got = call(entry(ATTENTION), &[changed(&of_attention, lie)]);
        assert!(got.is_err(), "{lie:?}");
    }
    for lie in lies.into_iter().chain(of_ffn) {
        for together in [4, 2] {
            let polls = [POLLED, POLLED + 1].contains(&lie.0);
            let arguments = [
                changed(&ffn_context, lie),
                Argument::Int(together),
                Argument::Int(0),
            ];
            if !(polls && together == 2) {
                assert!(call(entry(FFN), &arguments).is_err(), "{lie:?}");
            }
        }
    }
    assert_eq!(marks.get(), [1; 12]);
}

#[test]
pub fn results_are_waited_for_and_summed() {
    const NAME: &str = "table::shared::workers::refusals::results_are_waited_for_and_summed";
    if !crate::chips::is("Ascend910B1", NAME) {
        return;
    }
    for (dtype, experts) in [(F16, 3), (Bf16, 2)] {
        let count = 2 * 3 * experts as usize;
        let marks = Words::of(&vec![1; count]);
        marks.set(1, 0);
        let arguments = combined(dtype, experts, Some(&marks));
        let got = thread::scope(|scope| {
            let waits = scope.spawn(|| call(entry(COMBINE), &arguments).unwrap());
            thread::sleep(Duration::from_millis(30));
            assert!(!waits.is_finished());
            marks.set(1, 1);
            waits.join().unwrap()
        });
        assert_eq!(words(&got[0])[LATEST], 0);
        assert_eq!(got[1..], sums(&Arguments::of(COMBINE, &arguments), 0));
        let expected = [vec![0; count / 2], vec![1; count / 2]].concat();
        assert_eq!(marks.get(), expected);
    }
}

#[test]
pub fn tokens_of_all_sessions_are_waited_for_and_gathered() {
    let memory = Gathered::new(1);
    let second = 4 * EACH;
    memory.infos.set(second, 0);
    let arguments = memory.call(F16, true);
    let got = thread::scope(|scope| {
        let waits = scope.spawn(|| call(entry(BATCHING), &arguments).unwrap());
        thread::sleep(Duration::from_millis(30));
        assert!(!waits.is_finished());
        memory.infos.set(second, 1);
        waits.join().unwrap()
    });
    let expected = memory.outputs(&Arguments::of(BATCHING, &arguments), &[(0, 1), (1, 1)]);
    assert_eq!(got[1..], expected[1..]);
    assert_eq!(words(&got[0])[POLLED], 2);
    for session in 0..2 {
        let info = &memory.infos.get()[(session * 3 + 1) * EACH..][..EACH];
        assert_eq!(info[0], 0);
        assert_eq!(info[2..], [i32::MAX; 6]);
    }
}

#[test]
pub fn lists_that_lie_are_refused() {
    let context = gathered().context();
    let lies = [
        (0, 1025),
        (1, 65),
        (3, 65),
        (2, -1),
        (5, -1),
        (LISTED, 3),
        (LISTED, -1),
        (TOKENS, 1),
        (TOKENS + 1, 5),
        (TOKENS + 2, 700),
        (SESSIONS + 1, 3),
        (BATCHES + 2, 7),
        (EXPERTS + 2, 40),
    ];
    let refused = |context: &[i32]| {
        let mut arguments = gathered().call(F16, false);
        arguments[0] = tensor(context);
        call(entry(BATCHING), &arguments).is_err()
    };
    for (word, to) in lies {
        let mut context = context.clone();
        context[word] = to;
        assert!(refused(&context), "{word} {to}");
    }
    for (list, to) in [(0, 2), (0, -1), (1, 3), (2, 4), (2, -1)] {
        let memory = Gathered::new(0);
        [&memory.sessions, &memory.batches, &memory.experts][list].set(1, to);
        assert!(refused(&memory.context()), "{list} {to}");
    }
}
