//! PyTorch in a process of its own, which computes and takes times when it is asked to.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;
use std::{env, fs};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The environment variable that names a Python with `torch` and `numpy`.
pub const PYTHON: &str = "PEER_PYTHON";

/// The process.
pub struct Torch {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    folder: PathBuf,
}

impl Torch {
    /// Starts it; there is none without [`PYTHON`].
    pub fn start(threads: usize) -> Result<Option<Self>> {
        let Some(python) = env::var_os(PYTHON).filter(|python| !python.is_empty()) else {
            return Ok(None);
        };
        let script =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/measure_functions/compute.py");
        let mut child = Command::new(python)
            .arg(script)
            .arg(threads.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let folder = env::temp_dir().join(format!("measure_functions.{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        Ok(Some(Self {
            input: child.stdin.take(),
            output: BufReader::new(child.stdout.take().ok_or("no output")?),
            child,
            folder,
        }))
    }

    fn ask(&mut self, words: &[&str]) -> Result<String> {
        let input = self.input.as_mut().ok_or("PyTorch has ended")?;
        writeln!(input, "{}", words.join("\t"))?;
        input.flush()?;
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        match line.trim() {
            "" => Err(format!("no answer to {words:?}").into()),
            answer => Ok(answer.to_owned()),
        }
    }

    /// Its version and instruction set.
    pub fn describe(&mut self) -> Result<String> {
        self.ask(&["about"])
    }

    /// Chooses a function and its arguments; says whether there is such a function.
    pub fn load(&mut self, name: &str, inputs: &[&[f32]]) -> Result<bool> {
        let mut words = vec!["load".to_owned(), name.to_owned()];
        for (number, input) in inputs.iter().enumerate() {
            let file = self.folder.join(number.to_string());
            fs::write(&file, bytemuck::cast_slice(input))?;
            words.push(file.to_string_lossy().into_owned());
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        Ok(self.ask(&words)? == "yes")
    }

    /// The time of so many calls.
    pub fn time(&mut self, calls: u64) -> Result<Duration> {
        let seconds = self.ask(&["time", &calls.to_string()])?;
        Ok(Duration::from_secs_f64(seconds.parse()?))
    }

    /// The results.
    pub fn results(&mut self) -> Result<Vec<f32>> {
        let file = self.folder.join("results");
        self.ask(&["save", &file.to_string_lossy()])?;
        let bytes = fs::read(file)?;
        let floats = bytes.chunks_exact(4);
        Ok(floats
            .map(|float| f32::from_ne_bytes(float.try_into().expect("four bytes")))
            .collect())
    }
}

impl Drop for Torch {
    fn drop(&mut self) {
        // The end of its input ends it.
        self.input = None;
        let _ended = self.child.wait();
        let _removed = fs::remove_dir_all(&self.folder);
    }
}
