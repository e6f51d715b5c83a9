//! `hostnpu explain`: what a code means, what usually gives it, and what to do.

use std::process::ExitCode;

use clap::Args;

use super::output::say;

/// Sections `## CODES: title`, then text.
const PAGE: &str = include_str!("explain.md");

/// The code to explain.
#[derive(Args)]
pub struct Explain {
    /// A status as 161002, a code as EZ1001, or the id of a report as HN-DOUBLE-FREE
    code: String,
}

fn find<'a>(page: &'a str, code: &str) -> Option<&'a str> {
    let mut sections = page.split("\n## ").skip(1);
    sections.find(|section| {
        let head = section.lines().next().unwrap_or_default();
        let codes = head.split(':').next().unwrap_or_default();
        codes
            .split(',')
            .any(|known| known.trim().eq_ignore_ascii_case(code))
    })
}

/// Returns the section of a code: its head, then text.
pub fn section(code: &str) -> Option<&'static str> {
    find(PAGE, code)
}

impl Explain {
    /// Prints the section.
    pub fn show(self) -> Result<ExitCode, String> {
        let section = section(self.code.trim());
        let section =
            section.ok_or_else(|| format!("unknown code or id: {}", self.code.escape_debug()))?;
        say!("{}", section.trim())?;
        Ok(ExitCode::SUCCESS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_found_whatever_their_case() {
        assert!(find(PAGE, "161002").unwrap().starts_with("161002"));
        assert!(
            find(PAGE, "hn-double-free")
                .unwrap()
                .contains("HN-DOUBLE-FREE")
        );
        assert!(find(PAGE, "1").is_none());
    }

    #[test]
    fn every_id_of_a_report_is_explained() {
        let documentation = include_str!("../../../docs/diagnostics.md");
        let ids = documentation
            .split(|c: char| !c.is_ascii_uppercase() && c != '-')
            .filter(|word| word.starts_with("HN-"));
        let mut count = 0;
        for id in ids {
            assert!(find(PAGE, id).is_some(), "{id}");
            count += 1;
        }
        assert!(count > 20);
    }
}
