//! `mssanitizer`: the vendor's options for the checks of the library.

use std::ffi::OsString;
use std::process::ExitCode;

use super::output::{say, tell};
use super::run::Run;

const HELP: &str = "usage: mssanitizer [options] [--] program [arguments]
  -t, --tool=memcheck|racecheck|initcheck|synccheck   what is checked, once or several times (memcheck)
      --leak-check=yes|no                             report what is not given back
      --log-file=FILE                                 file for the reports
  -h, --help    -v, --version
Other options of the vendor's tool, which looks into kernels, are accepted, mentioned on stderr, and ignored.";

/// Options of the vendor's tool that take a value and change nothing here.
const IGNORED: &[&str] = &[
    "--check-unused-memory",
    "--log-level",
    "--kernel-name",
    "--block-id",
    "--cache-size",
    "--max-debuglog-size",
    "--full-backtrace",
    "--demangle",
];

/// The vendor's words for checks.
fn check(tool: &str) -> Result<&'static str, String> {
    match tool {
        "memcheck" => Ok("memory,handle"),
        "racecheck" | "synccheck" => Ok("race"),
        "initcheck" => Ok("init"),
        _ => Err(format!(
            "unknown tool {tool:?}; allowed: memcheck, racecheck, initcheck, synccheck"
        )),
    }
}

/// Runs a program under checks.
pub fn main(arguments: &[OsString]) -> Result<ExitCode, String> {
    let Some(run) = parse(arguments)? else {
        return Ok(ExitCode::SUCCESS);
    };
    run.start()
}

fn parse(arguments: &[OsString]) -> Result<Option<Run>, String> {
    let mut run = Run::default();
    let mut checks: Vec<&str> = Vec::new();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let text = argument.to_string_lossy();
        if text == "--" {
            run.program = rest.cloned().collect();
            break;
        }
        if !text.starts_with('-') {
            run.program = std::iter::once(argument).chain(rest).cloned().collect();
            break;
        }
        let (name, own) = match text.split_once('=') {
            Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
            None => (text.clone().into_owned(), None),
        };
        let mut value = || -> Result<String, String> {
            let next = || rest.next().map(|next| next.to_string_lossy().into_owned());
            own.clone()
                .or_else(next)
                .ok_or_else(|| format!("{name} takes a value"))
        };
        match name.as_str() {
            "-t" | "--tool" => checks.push(check(&value()?)?),
            "--leak-check" => match value()?.as_str() {
                "yes" => checks.extend(["memory,handle", "leak"]),
                "no" => {}
                other => return Err(format!("--leak-check is {other:?}; allowed: yes, no")),
            },
            "--log-file" => run.check_log = Some(value()?.into()),
            "-h" | "--help" => {
                say!("{HELP}")?;
                return Ok(None);
            }
            "-v" | "--version" => {
                say!("mssanitizer of hostnpu {}", env!("CARGO_PKG_VERSION"))?;
                return Ok(None);
            }
            "--check-device-heap" | "--check-cann-heap" => {
                tell!("mssanitizer: {name} changes nothing here");
            }
            known if IGNORED.contains(&known) => {
                value()?;
                tell!("mssanitizer: {known} changes nothing here");
            }
            other => return Err(format!("unknown option {other:?}\n{HELP}")),
        }
    }
    if run.program.is_empty() {
        return Err(format!("no program\n{HELP}"));
    }
    if checks.is_empty() {
        checks.push("memory,handle");
    }
    checks.dedup();
    run.check = Some(checks.join(","));
    Ok(Some(run))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Option<(String, Vec<OsString>)>, String> {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        Ok(parse(&words)?.map(|run| (run.check.unwrap(), run.program)))
    }

    #[test]
    fn options_of_the_vendor_become_checks() {
        let program = vec![OsString::from("./prog"), "-x".into()];
        for (line, checks) in [
            ("./prog -x", "memory,handle"),
            ("--tool=memcheck -- ./prog -x", "memory,handle"),
            ("-t racecheck --kernel-name add ./prog -x", "race"),
            (
                "-t initcheck -t racecheck --leak-check=yes ./prog -x",
                "init,race,memory,handle,leak",
            ),
        ] {
            assert_eq!(
                parsed(line),
                Ok(Some((checks.to_owned(), program.clone()))),
                "{line}"
            );
        }
        assert!(
            parsed("--tool=other ./prog")
                .unwrap_err()
                .contains("memcheck")
        );
        assert!(parsed("--tool").unwrap_err().contains("takes a value"));
        assert!(
            parsed("--made-up ./prog")
                .unwrap_err()
                .contains("unknown option")
        );
    }
}
