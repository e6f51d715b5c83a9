//! Tensors that `torch.save` has written: an archive with a pickle that names a storage, and the storage. The pickle is walked over for what it says of the
//! tensor; what it would call is never called.

use std::collections::HashMap;

use super::elements::Tensor;

/// Storages of PyTorch, and the types of their elements.
const STORAGES: &[(&str, &str, usize)] = &[
    ("FloatStorage", "FLOAT", 4),
    ("HalfStorage", "FLOAT16", 2),
    ("BFloat16Storage", "BFLOAT16", 2),
    ("DoubleStorage", "DOUBLE", 8),
    ("LongStorage", "INT64", 8),
    ("IntStorage", "INT32", 4),
    ("ShortStorage", "INT16", 2),
    ("CharStorage", "INT8", 1),
    ("ByteStorage", "UINT8", 1),
    ("BoolStorage", "BOOL", 1),
    ("ComplexFloatStorage", "COMPLEX64", 8),
    ("ComplexDoubleStorage", "COMPLEX128", 16),
];

/// A value of a pickle, as far as tensors need it.
#[derive(Clone, Debug, PartialEq)]
enum Object {
    Mark,
    Int(i64),
    Text(String),
    Global(String),
    Tuple(Vec<Object>),
    /// A storage: what `persistent_id` has given.
    Kept(Vec<Object>),
    /// A call that is not made, with its arguments.
    Call(String, Vec<Object>),
    Other,
}

/// Reads a file of `torch.save` with one tensor in it.
pub fn tensor(bytes: &[u8]) -> Result<Tensor, String> {
    let files = archive(bytes)?;
    let (name, pickle) = files
        .iter()
        .find(|(name, _)| name.ends_with("/data.pkl"))
        .ok_or("it has no data.pkl")?;
    let folder = name.trim_end_matches("data.pkl");
    let order = files.iter().find(|(name, _)| name.ends_with("/byteorder"));
    if order.is_some_and(|(_, order)| *order == b"big") {
        return Err("its numbers are big-endian".into());
    }
    let mut object = walk(pickle)?;
    // A parameter is a tensor with a flag.
    while let Object::Call(function, arguments) = &object
        && function.starts_with("torch._utils _rebuild_parameter")
    {
        object = arguments.first().cloned().unwrap_or(Object::Other);
    }
    let Object::Call(function, arguments) = object else {
        return Err("it holds no tensor".into());
    };
    let [
        Object::Kept(storage),
        Object::Int(offset),
        Object::Tuple(shape),
        Object::Tuple(strides),
        ..,
    ] = arguments.as_slice()
    else {
        return Err(format!("it holds what {function} makes, no dense tensor"));
    };
    if !function.starts_with("torch._utils _rebuild_tensor") {
        return Err(format!("it holds what {function} makes, no dense tensor"));
    }
    let [_, Object::Global(kind), Object::Text(key), ..] = storage.as_slice() else {
        return Err("its storage has no name".into());
    };
    let kind = kind.rsplit(' ').next().unwrap_or(kind);
    let &(_, dtype, size) = STORAGES
        .iter()
        .find(|row| row.0 == kind)
        .ok_or_else(|| format!("elements of a {kind} are not known here"))?;
    let path = format!("{folder}data/{key}");
    let (_, data) = files
        .iter()
        .find(|(name, _)| *name == path)
        .ok_or_else(|| format!("it has no {path}"))?;
    let numbers = |all: &[Object]| -> Vec<i64> {
        let number = |one: &Object| match one {
            Object::Int(number) => Some(*number),
            _ => None,
        };
        all.iter().filter_map(number).collect()
    };
    let (shape, strides) = (numbers(shape), numbers(strides));
    Ok(Tensor {
        dtype: dtype.into(),
        elements: dense(data, (&shape, &strides, *offset), size)
            .ok_or("its elements lie outside its storage")?,
        shape,
    })
}

/// Elements in the order of their indices.
fn dense(
    data: &[u8],
    (shape, strides, offset): (&[i64], &[i64], i64),
    size: usize,
) -> Option<Vec<u8>> {
    let count = shape
        .iter()
        .try_fold(1_i64, |count, extent| count.checked_mul(*extent))?;
    // Each is somewhere in the file, unless axes repeat them: not without an end.
    if count > 1 << 31 {
        return None;
    }
    let mut elements = Vec::with_capacity((count as usize).min(data.len() / size) * size);
    let mut index = vec![0; shape.len()];
    for _ in 0..count {
        let steps = index.iter().zip(strides).map(|(at, stride)| at * stride);
        let at = usize::try_from(offset + steps.sum::<i64>()).ok()? * size;
        elements.extend(data.get(at..at + size)?);
        for (at, extent) in index.iter_mut().zip(shape).rev() {
            *at += 1;
            if *at < *extent {
                break;
            }
            *at = 0;
        }
    }
    Some(elements)
}

fn word(bytes: &[u8], at: usize, size: usize) -> Option<u64> {
    let own = bytes.get(at..at.checked_add(size)?)?;
    Some(
        own.iter()
            .rev()
            .fold(0, |number, &byte| number << 8 | u64::from(byte)),
    )
}

/// The files of an archive that are not compressed: `torch.save` compresses none.
fn archive(bytes: &[u8]) -> Result<Vec<(String, &[u8])>, String> {
    let cut = || "its archive is cut off".to_owned();
    // The end of the list of files is the last thing in it, but for a comment.
    let end = (0..=bytes.len().saturating_sub(22))
        .rev()
        .take(1 << 16)
        .find(|&at| word(bytes, at, 4) == Some(0x0605_4b50));
    let end = end.ok_or("no archive: files of torch.save from before 1.6 are not read")?;
    let mut files = Vec::new();
    let count = word(bytes, end + 10, 2).ok_or_else(cut)?;
    let mut at = word(bytes, end + 16, 4).ok_or_else(cut)? as usize;
    for _ in 0..count {
        let field = |offset, size| word(bytes, at + offset, size).ok_or_else(cut);
        if field(0, 4)? != 0x0201_4b50 {
            return Err(cut());
        }
        let (method, size, length) = (
            field(10, 2)?,
            field(24, 4)? as usize,
            field(28, 2)? as usize,
        );
        let (extra, comment, local) = (
            field(30, 2)? as usize,
            field(32, 2)? as usize,
            field(42, 4)? as usize,
        );
        let name = bytes.get(at + 46..at + 46 + length).ok_or_else(cut)?;
        let name = String::from_utf8_lossy(name).into_owned();
        if method != 0 || size == 0xffff_ffff {
            return Err(format!("{name} is compressed, or larger than 4 GiB"));
        }
        let own = |offset| word(bytes, local + offset, 2).ok_or_else(cut);
        let start = local + 30 + own(26)? as usize + own(28)? as usize;
        files.push((name, bytes.get(start..start + size).ok_or_else(cut)?));
        at += 46 + length + extra + comment;
    }
    Ok(files)
}

/// Walks over a pickle.
fn walk(bytes: &[u8]) -> Result<Object, String> {
    let cut = || "its pickle is cut off".to_owned();
    let (mut stack, mut memo, mut at) = (Vec::<Object>::new(), HashMap::<u64, Object>::new(), 0);
    loop {
        let code = *bytes.get(at).ok_or_else(cut)?;
        at += 1;
        let mut number = |size: usize| -> Result<u64, String> {
            let number = word(bytes, at, size).ok_or_else(cut)?;
            at += size;
            Ok(number)
        };
        match code {
            // PROTO, FRAME
            0x80 => drop(number(1)?),
            0x95 => drop(number(8)?),
            b'J' => stack.push(Object::Int(number(4)? as u32 as i32 as i64)),
            b'K' => stack.push(Object::Int(number(1)? as i64)),
            b'M' => stack.push(Object::Int(number(2)? as i64)),
            // LONG1
            0x8a => {
                let size = number(1)? as usize;
                if size > 8 {
                    return Err("a number of more than 64 bits".into());
                }
                let bits = number(size)?;
                let shift = 64 - 8 * size as u32;
                stack.push(Object::Int(if size == 0 {
                    0
                } else {
                    ((bits << shift) as i64) >> shift
                }));
            }
            // BINUNICODE, SHORT_BINUNICODE, BINBYTES, SHORT_BINBYTES
            b'X' | 0x8c | b'B' | b'C' => {
                let size = number(if matches!(code, b'X' | b'B') { 4 } else { 1 })? as usize;
                let text = bytes.get(at..at.saturating_add(size)).ok_or_else(cut)?;
                at += size;
                stack.push(Object::Text(String::from_utf8_lossy(text).into_owned()));
            }
            // GLOBAL: two lines, the module and the name
            b'c' => {
                let rest = bytes.get(at..).ok_or_else(cut)?;
                let mut lines = rest.split(|&byte| byte == b'\n');
                let (module, name) = lines.next().zip(lines.next()).ok_or_else(cut)?;
                at += module.len() + name.len() + 2;
                let text = format!(
                    "{} {}",
                    String::from_utf8_lossy(module),
                    String::from_utf8_lossy(name)
                );
                stack.push(Object::Global(text));
            }
            b'(' => stack.push(Object::Mark),
            b')' => stack.push(Object::Tuple(Vec::new())),
            b'}' | b']' | b'N' | 0x88 | 0x89 => stack.push(Object::Other),
            // TUPLE, TUPLE1, TUPLE2, TUPLE3
            b't' => {
                let mark = stack
                    .iter()
                    .rposition(|object| *object == Object::Mark)
                    .ok_or_else(cut)?;
                let members = stack.split_off(mark + 1);
                stack.pop();
                stack.push(Object::Tuple(members));
            }
            0x85..=0x87 => {
                let from = stack
                    .len()
                    .checked_sub(usize::from(code) - 0x84)
                    .ok_or_else(cut)?;
                let members = stack.split_off(from);
                stack.push(Object::Tuple(members));
            }
            // BINPERSID
            b'Q' => match stack.pop() {
                Some(Object::Tuple(members)) => stack.push(Object::Kept(members)),
                _ => return Err(cut()),
            },
            // REDUCE
            b'R' => match (stack.pop(), stack.pop()) {
                (Some(Object::Tuple(arguments)), Some(Object::Global(function))) => {
                    stack.push(Object::Call(function, arguments))
                }
                _ => return Err("it holds no tensor".into()),
            },
            // BUILD, SETITEM: more about what is there already
            b'b' => drop(stack.pop()),
            b's' => stack.truncate(stack.len().saturating_sub(2)),
            // SETITEMS, APPENDS
            b'u' | b'e' => {
                let mark = stack
                    .iter()
                    .rposition(|object| *object == Object::Mark)
                    .ok_or_else(cut)?;
                stack.truncate(mark);
            }
            // BINPUT, LONG_BINPUT, MEMOIZE
            b'q' | b'r' | 0x94 => {
                let key = match code {
                    b'q' => number(1)?,
                    b'r' => number(4)?,
                    _ => memo.len() as u64,
                };
                memo.insert(key, stack.last().cloned().ok_or_else(cut)?);
            }
            b'h' | b'j' => {
                let key = number(if code == b'h' { 1 } else { 4 })?;
                stack.push(memo.get(&key).cloned().ok_or_else(cut)?);
            }
            b'.' => return stack.pop().ok_or_else(cut),
            other => {
                return Err(format!(
                    "its pickle has the code {other:#x}, which no tensor needs"
                ));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pickle as `torch.save` writes it of a tensor of two rows of three, and of what calls a function.
    const TENSOR: &[u8] = b"\x80\x02ctorch._utils\n_rebuild_tensor_v2\nq\x00((X\x07\x00\x00\x00storageq\x01ctorch\nFloatStorage\nq\x02X\x01\x00\x00\x000q\x03X\x03\x00\x00\x00cpuq\x04K\x06tq\x05QK\x00K\x02K\x03\x86q\x06K\x03K\x01\x86q\x07\x89ccollections\nOrderedDict\nq\x08)Rq\x09tq\x0aRq\x0b.";

    #[test]
    fn a_tensor_is_told_without_a_call() {
        let Object::Call(function, arguments) = walk(TENSOR).unwrap() else {
            panic!("no call");
        };
        assert_eq!(function, "torch._utils _rebuild_tensor_v2");
        assert_eq!(
            arguments[2],
            Object::Tuple(vec![Object::Int(2), Object::Int(3)])
        );
        let Object::Kept(storage) = &arguments[0] else {
            panic!("no storage");
        };
        assert_eq!(storage[1], Object::Global("torch FloatStorage".into()));
        let harmful = walk(b"cos\nsystem\n(X\x02\x00\x00\x00lstR.").unwrap();
        assert_eq!(
            harmful,
            Object::Call("os system".into(), vec![Object::Text("ls".into())])
        );
        for length in 0..TENSOR.len() {
            assert!(walk(&TENSOR[..length]).is_err());
        }
    }

    #[test]
    fn strides_give_the_order() {
        let data: Vec<u8> = (0..6).collect();
        assert_eq!(
            dense(&data, (&[2, 3], &[1, 2], 0), 1).unwrap(),
            [0, 2, 4, 1, 3, 5]
        );
        assert_eq!(dense(&data, (&[2], &[0], 5), 1).unwrap(), [5, 5]);
        assert!(dense(&data, (&[2, 3], &[3, 1], 1), 1).is_none());
        assert!(dense(&data, (&[1 << 40, 1 << 40], &[0, 0], 0), 1).is_none());
        assert!(archive(b"PK\x05\x06").is_err() && archive(&[]).is_err());
    }
}
