//! `msprof`: the vendor's options for profiles of the library.

use std::ffi::OsString;
use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use super::output::{say, tell};
use super::run::{self, Run};

const HELP: &str = "usage: msprof [options] program [arguments]
       msprof [options] --application=\"program arguments\"
       msprof --export=on|--analyze=on|--parse=on --output=PROF_…
  --output=DIR    folder in which PROF_… is written (the working folder); a folder PROF_…, or one with such folders, which is already complete
  --help
Calls, tasks and marks are always recorded; other options of the vendor's tool are accepted, mentioned on stderr, and ignored.";

/// The action that is asked for.
enum Wanted {
    /// Nothing more.
    Help,
    /// A program under a profile.
    Profile(Box<Run>),
    /// The files of profiles that were written.
    Export(PathBuf),
}

/// Runs a program under a profile, or says which files a profile has.
pub fn main(arguments: &[OsString]) -> Result<ExitCode, String> {
    let run = match parse(arguments)? {
        Wanted::Help => return Ok(ExitCode::SUCCESS),
        Wanted::Export(folder) => return export(&folder),
        Wanted::Profile(run) => run,
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

/// Folder to which a profile writes its files.
const OUTPUT: &str = "mindstudio_profiler_output";

/// Folder in which the library keeps the files of a profile that the program began.
const KEPT: &str = "host/data/exported";

/// Time after which torch_npu has seen the files: it looks for them every 100 ms while this command runs, and gives up where nothing runs any more.
const SEEN: Duration = Duration::from_millis(300);

/// Says of a profile, or of those in a folder, that it is complete: the library writes all files when a profile ends.
fn export(folder: &Path) -> Result<ExitCode, String> {
    let is_profile = |folder: &Path| [OUTPUT, KEPT].iter().any(|part| folder.join(part).is_dir());
    let mut folders = match is_profile(folder) {
        true => vec![folder.to_owned()],
        false => run::profiles(folder),
    };
    folders.retain(|folder| is_profile(folder));
    if folders.is_empty() {
        let folder = folder.display();
        return Err(format!(
            "--output: {folder} is no profile: neither it nor a folder PROF_… in it has {OUTPUT}; HOSTNPU_PROFILE, msprof and aclprofStart write such folders"
        ));
    }
    let mut is_restored = false;
    for folder in &folders {
        let output = folder.join(OUTPUT);
        if !output.is_dir() {
            is_restored = true;
            restore(&folder.join(KEPT), &output)
                .map_err(|error| format!("{}: {error}", output.display()))?;
        }
        say!("[INFO] Export all data in {} done.", output.display())?;
    }
    if is_restored {
        std::thread::sleep(SEEN);
    }
    Ok(ExitCode::SUCCESS)
}

/// Lays the files of a profile out again: torch_npu removes them before it asks for them.
fn restore(kept: &Path, output: &Path) -> io::Result<()> {
    DirBuilder::new().mode(0o750).create(output)?;
    for entry in fs::read_dir(kept)? {
        let entry = entry?;
        fs::hard_link(entry.path(), output.join(entry.file_name()))?;
    }
    Ok(())
}

fn parse(arguments: &[OsString]) -> Result<Wanted, String> {
    let mut exports = false;
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
                return Ok(Wanted::Help);
            }
            None if text == "--" => {
                run.program = arguments[i + 1..].to_vec();
                break;
            }
            Some(("--export" | "--analyze" | "--parse", is_on)) => exports |= is_on == "on",
            Some(("--type", "db")) => {
                return Err(
                    "--type=db: there are no databases of profiles here, but tables and a timeline"
                        .into(),
                );
            }
            Some((name @ ("--dynamic" | "--pid"), _)) => {
                return Err(format!(
                    "{name} is not done here: a profile begins with its program, or by calls of acl_prof.h"
                ));
            }
            _ => tell!("msprof: {text} changes nothing here"),
        }
    }
    if exports && run.program.is_empty() {
        return Ok(Wanted::Export(run.profile.unwrap_or_default()));
    }
    if run.program.is_empty() {
        return Err(format!("no program\n{HELP}"));
    }
    Ok(Wanted::Profile(Box::new(run)))
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
            let Ok(Wanted::Profile(run)) = parse(&words) else {
                panic!("no program");
            };
            assert_eq!(run.program, ["./prog", "-x"]);
            assert_eq!(run.profile, Some("out".into()));
        }
        assert!(parse(&[]).is_err());
    }

    #[test]
    fn the_files_of_a_profile_are_there_already() {
        let within = std::env::temp_dir().join(format!("hostnpu-export-{}", std::process::id()));
        let profile = within.join("PROF_000001_20261129000000000_00000001ABCDEFGH");
        std::fs::create_dir_all(profile.join(OUTPUT)).unwrap();
        for folder in [&profile, &within] {
            let output = format!("--output={}", folder.display());
            for what in ["--export=on", "--analyze=on", "--parse=on"] {
                let wanted = parse(&[what.into(), output.clone().into()]);
                assert!(matches!(wanted, Ok(Wanted::Export(of)) if of == *folder));
                assert!(export(folder).is_ok());
            }
        }
        assert!(export(&profile.join(OUTPUT)).is_err());
        std::fs::create_dir_all(profile.join(KEPT)).unwrap();
        std::fs::write(profile.join(KEPT).join("op.csv"), "rows").unwrap();
        std::fs::remove_dir(profile.join(OUTPUT)).unwrap();
        assert!(export(&profile).is_ok());
        assert_eq!(
            std::fs::read_to_string(profile.join(OUTPUT).join("op.csv")).unwrap(),
            "rows"
        );
        assert!(parse(&["--export=on".into(), "--type=db".into()]).is_err());
        std::fs::remove_dir_all(&within).unwrap();
    }
}
