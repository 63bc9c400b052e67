//! Figures next to their targets, on the terminal and in docs/benchmarks.md.

use std::fmt::Write;

use anyhow::Context;
use domain::InterfaceLanguage;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportFigure {
    /// The measured quantity.
    pub name: String,
    pub value: String,
    /// The target, and whether it was met; `None` for a figure that only explains others.
    pub target: Option<(String, bool)>,
}

/// All figures of one run.
#[derive(Debug, Clone)]
pub struct BenchReport {
    pub section: String,
    pub conditions: String,
    figures: Vec<ReportFigure>,
}

const REPORT_FOLDER: &str = "docs";
const REPORT_FILE: &str = "docs/benchmarks.md";
const REPORT_HEADING: &str = "# Benchmarks\n\n\
    Written by `make bench ARGS=\"--write\"` (and `ARGS=\"--titles 1000000 --write\"`); see\n\
    [crates/bench](../crates/bench/src/main.rs) for what is measured and how. Rows without a target explain other rows.\n\n\
    Title metadata compared with a bare handler: the bare one only sends bytes that it already has. Ours has frequently\n\
    requested titles, as here, and the responses about them in memory, but identifies the caller, applies the access rule,\n\
    passes every layer of the interface, writes a log line (a fifth of its time) and counts the request.\n";

/// Reports progress on standard error.
pub fn print_progress(text: &str) {
    eprint!("\r\x1b[K{text}");
}

impl BenchReport {
    pub fn new(section: String, conditions: String) -> Self {
        Self { section, conditions, figures: Vec::new() }
    }

    /// An empty report for a catalog of this many titles.
    pub fn for_titles(titles: u32, conditions: String) -> Self {
        Self::new(format!("{} titles", format_grouped(titles.into())), conditions)
    }

    /// Adds a figure that must not exceed its target, and prints it.
    pub fn add_at_most(&mut self, what: &str, value: f64, target: f64, shown: fn(f64) -> String) {
        self.add_figure(what, shown(value), Some((format!("at most {}", shown(target)), value <= target)));
    }

    /// Adds a figure that must reach its target, and prints it.
    pub fn add_at_least(&mut self, what: &str, value: f64, target: f64, shown: fn(f64) -> String) {
        self.add_figure(what, shown(value), Some((format!("at least {}", shown(target)), value >= target)));
    }

    /// Adds a figure that explains others, and prints it.
    pub fn add_info(&mut self, what: &str, value: String) {
        self.add_figure(what, value, None);
    }

    fn add_figure(&mut self, what: &str, value: String, target: Option<(String, bool)>) {
        let (limit, verdict) = match &target {
            Some((target, true)) => (target.as_str(), "met"),
            Some((target, false)) => (target.as_str(), "MISSED"),
            None => ("", ""),
        };
        print_progress("");
        println!("{what:<58} {value:>16}   {limit:<20} {verdict}");
        self.figures.push(ReportFigure { name: what.to_owned(), value, target });
    }

    pub fn count_missed(&self) -> usize {
        self.figures.iter().filter(|figure| matches!(figure.target, Some((_, false)))).count()
    }

    pub fn to_markdown(&self) -> String {
        let mut text = format!("## {}\n\n{}\n\n", self.section, self.conditions);
        text.push_str("| Figure | Measured | Target | |\n|---|---:|---:|---|\n");
        for figure in &self.figures {
            let (target, verdict) = match &figure.target {
                Some((target, met)) => (target.as_str(), if *met { "met" } else { "**missed**" }),
                None => ("", ""),
            };
            let _ = writeln!(text, "| {} | {} | {target} | {verdict} |", figure.name, figure.value);
        }
        text
    }

    /// Writes the section into the file of all reports, replacing the one of the same name.
    pub fn write(&self) -> anyhow::Result<()> {
        let before = std::fs::read_to_string(REPORT_FILE).unwrap_or_default();
        std::fs::create_dir_all(REPORT_FOLDER)?;
        std::fs::write(REPORT_FILE, self.merge_into(&before))
            .with_context(|| format!("writing {REPORT_FILE}"))?;
        println!("Written to {REPORT_FILE}.");
        Ok(())
    }

    fn merge_into(&self, before: &str) -> String {
        let others = before.split("\n## ").skip(1).map(|section| format!("## {}\n", section.trim_end()));
        let heading = format!("## {}\n", self.section);
        let mut sections: Vec<String> = others.filter(|section| !section.starts_with(&heading)).collect();
        sections.push(self.to_markdown());
        sections.sort_by_key(|section| section_titles(section));
        sections.iter().fold(REPORT_HEADING.to_owned(), |text, section| text + "\n" + section)
    }
}

/// Sort key of the sections: the size of the catalog. Those without one come last.
fn section_titles(section: &str) -> u64 {
    let size =
        section.lines().next().and_then(|heading| heading.strip_prefix("## ")?.strip_suffix(" titles"));
    size.and_then(|size| size.replace(',', "").parse().ok()).unwrap_or(u64::MAX)
}

/// A number with commas: `1,000,000`.
pub fn format_grouped(number: u64) -> String {
    InterfaceLanguage::English.facts().group_digits(&number.to_string())
}

pub fn format_ratio(ratio: f64) -> String {
    format!("{ratio:.2}")
}

#[cfg(test)]
mod tests {
    use super::{BenchReport, format_grouped};

    fn sample_report(titles: u32, value: f64) -> BenchReport {
        let mut report = BenchReport::for_titles(titles, "Two cores.".into());
        report.add_at_most("p50", value, 3.0, |ms| format!("{ms} ms"));
        report.add_info("requests", "7".into());
        report
    }

    #[test]
    fn a_missed_target_is_reported() {
        assert_eq!(sample_report(1000, 3.0).count_missed(), 0);
        assert_eq!(sample_report(1000, 3.1).count_missed(), 1);
        assert!(
            sample_report(1000, 3.1).to_markdown().contains("| p50 | 3.1 ms | at most 3 ms | **missed** |")
        );
    }

    #[test]
    fn a_section_replaces_that_of_its_size_and_smaller_sizes_come_first() {
        let first = sample_report(1_000_000, 1.0).merge_into("");
        let second = sample_report(100_000, 2.0).merge_into(&first);
        let third = sample_report(1_000_000, 4.0).merge_into(&second);
        assert_eq!(third.matches("\n## ").count(), 2);
        assert!(third.find("## 100,000 titles") < third.find("## 1,000,000 titles"));
        assert!(third.contains("| p50 | 4 ms |") && third.contains("| p50 | 2 ms |"));
        assert!(!third.contains("| p50 | 1 ms |"));
        assert_eq!(sample_report(1_000_000, 4.0).merge_into(&third), third);
    }

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(format_grouped(0), "0");
        assert_eq!(format_grouped(999), "999");
        assert_eq!(format_grouped(1_234_567), "1,234,567");
    }
}
