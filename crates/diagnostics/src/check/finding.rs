//! A finding of a check, and the text of its report.

use std::fmt::Write as _;

use crate::stack::Stack;

/// Severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Wrong on a card, whatever the timing.
    Error,
    /// It depends on the version or on luck.
    Warning,
    /// Right, and could be done with less.
    Hint,
}

impl Severity {
    /// As records name it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Hint => "hint",
        }
    }
}

/// A finding of a check.
pub(super) struct Finding {
    pub severity: Severity,
    pub rule: &'static str,
    pub sentence: String,
    pub facts: Vec<(&'static str, String, Option<Stack>)>,
    pub advice: &'static str,
    pub operators: Vec<&'static str>,
    /// The kind of thing that it is about, where one place may have several.
    pub subject: &'static str,
}

impl Finding {
    /// Returns the text of its report.
    pub fn text(&self) -> String {
        let severity = self.severity.name().to_uppercase();
        let mut text = format!("====== {severity}: {}  [{}]\n", self.sentence, self.rule);
        for (label, fact, stack) in &self.facts {
            let _ = write!(text, "======    {label:<8}{fact}");
            let shown = stack.map(Stack::shown).unwrap_or_default();
            if let Some(place) = shown.first() {
                let space = if fact.is_empty() { "" } else { "  " };
                let _ = write!(text, "{space}{place}");
            }
            text.push('\n');
            for caller in shown.iter().skip(1) {
                let _ = writeln!(text, "======            called {caller}");
            }
        }
        if !self.advice.is_empty() {
            let _ = writeln!(text, "======    {}", self.advice);
        }
        text
    }
}
