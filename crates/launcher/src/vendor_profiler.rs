//! `msprof`: the vendor's options for profiles of the library.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use super::output::{say, tell};
use super::run::{self, Run};

const HELP: &str = "usage: msprof [options] program [arguments]
       msprof [options] --application=\"program arguments\"
  --output=DIR    folder in which PROF_… is written (the working folder)
  --help
Calls, tasks and marks are always recorded; other options of the vendor's tool are accepted, mentioned on stderr, and ignored.";

/// Runs a program under a profile.
pub fn main(arguments: &[OsString]) -> Result<ExitCode, String> {
    let Some(run) = parse(arguments)? else {
        return Ok(ExitCode::SUCCESS);
    };
    let within = run.profile.clone().unwrap_or_default();
    let before = run::profiles(&within);
    say!("[INFO] Start profiling....")?;
    let status = run::wait(&mut run.command()?)?;
    say!("[INFO] Profiling finished.")?;
    let mut written = run::profiles(&within);
    written.retain(|folder| !before.contains(folder));
    for folder in &written {
        say!(
            "[INFO] Process profiling data complete. Data is saved in {}",
            folder.display()
        )?;
    }
    if written.is_empty() {
        tell!(
            "[ERROR] There is no profile: the program has called nothing of the library, or was ended by a signal."
        );
    }
    Ok(run::code(status))
}

fn parse(arguments: &[OsString]) -> Result<Option<Run>, String> {
    let mut run = Run {
        profile: Some(PathBuf::from(".")),
        ..Run::default()
    };
    for (i, argument) in arguments.iter().enumerate() {
        let text = argument.to_string_lossy();
        if !text.starts_with("--") {
            run.program = arguments[i..].to_vec();
            break;
        }
        match text.split_once('=') {
            Some(("--application", line)) => {
                run.program = line.split_whitespace().map(OsString::from).collect();
            }
            Some(("--output", folder)) => run.profile = Some(folder.into()),
            None if text == "--help" => {
                say!("{HELP}")?;
                return Ok(None);
            }
            None if text == "--" => {
                run.program = arguments[i + 1..].to_vec();
                break;
            }
            Some((name @ ("--export" | "--analyze" | "--parse" | "--dynamic" | "--pid"), _)) => {
                return Err(format!(
                    "{name} is not done here: folders are complete when a program ends"
                ));
            }
            _ => tell!("msprof: {text} changes nothing here"),
        }
    }
    if run.program.is_empty() {
        return Err(format!("no program\n{HELP}"));
    }
    Ok(Some(run))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_name_the_program() {
        for line in [
            vec!["--output=out", "--ascendcl=on", "./prog", "-x"],
            vec!["--application=./prog -x", "--output=out"],
        ] {
            let words: Vec<OsString> = line.iter().map(OsString::from).collect();
            let run = parse(&words).unwrap().unwrap();
            assert_eq!(run.program, ["./prog", "-x"]);
            assert_eq!(run.profile, Some("out".into()));
        }
        assert!(parse(&[]).is_err());
    }
}
