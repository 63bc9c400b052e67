//! Reports of what importing a table of members does, row by row and in numbers.

use api::http::fields::{fault_message, parameter_name};
use domain::groups::MAX_GROUPS_PER_ORGANIZATION;
use services::roster_imports::{JudgedRow, JudgedTable, Judgement};

/// Limit of refused rows, of doubtful rows and of missing members that are listed.
const MAX_LISTED_ROWS: usize = 1_000;

/// A table that was compared with the members, and how it is imported.
pub(super) struct TableReport<'a> {
    pub(super) table: &'a JudgedTable,
    pub(super) is_dry_run: bool,
    pub(super) adds_doubtful: bool,
    pub(super) removes_missing: bool,
}

impl TableReport<'_> {
    /// Prints the outcome of every row of a dry run; otherwise the refused rows, and those that are left out.
    pub(super) fn print_rows(&self) {
        let (mut refused, mut doubtful) = (0, 0);
        for row in &self.table.rows {
            let line = row.line;
            match &row.judgement {
                Judgement::Refused(faults) => {
                    refused += 1;
                    if refused <= MAX_LISTED_ROWS {
                        let faults: Vec<String> = faults.iter().map(fault_message).collect();
                        eprintln!("line {line}: {}", faults.join("; "));
                    }
                }
                Judgement::Doubtful(alike) if !self.adds_doubtful => {
                    doubtful += 1;
                    if doubtful <= MAX_LISTED_ROWS {
                        println!("line {line}: left out: may be {}", alike.join(", "));
                    }
                }
                judgement if self.is_dry_run => {
                    println!("line {line}: {}", describe_row(row, judgement));
                }
                _ => {}
            }
        }
        if self.is_dry_run {
            for name in self.table.missing_members.iter().take(MAX_LISTED_ROWS) {
                println!("missing: {name}");
            }
        }
    }

    /// Prints how many rows have each outcome, and what changes besides.
    pub(super) fn print_counts(&self) {
        let table = self.table;
        let doubtful = table.count(|row| matches!(row, Judgement::Doubtful(_)));
        let added = if self.adds_doubtful { doubtful } else { 0 };
        println!(
            "created {}, changed {}, unchanged {}, refused {}",
            table.count(|row| matches!(row, Judgement::New)) + added,
            table.count(|row| matches!(row, Judgement::Changed(_))),
            table.count(|row| matches!(row, Judgement::Unchanged)),
            self.count_refused(),
        );
        if doubtful > added {
            println!("left out {doubtful} who may be members already: --add-doubtful adds them");
        }
        let groups = table.groups;
        if groups.new + groups.joining + groups.leaving > 0 {
            println!(
                "groups: new {}, members who join {}, members who leave {}",
                groups.new, groups.joining, groups.leaving
            );
        }
        if groups.left_out > 0 {
            println!(
                "{} classes get no group: an organization has at most {MAX_GROUPS_PER_ORGANIZATION}",
                groups.left_out
            );
        }
        let missing = table.missing_members.len();
        if missing > 0 && self.removes_missing {
            println!("removed {missing} who are not in the file");
        } else if missing > 0 {
            println!("kept {missing} who are not in the file: --remove-missing removes them");
        }
    }

    /// Counts the rows with faults.
    pub(super) fn count_refused(&self) -> u64 {
        self.table.count(|row| matches!(row, Judgement::Refused(_)))
    }
}

/// The effect of importing a row, with the groups that the member joins and leaves.
fn describe_row(row: &JudgedRow, judgement: &Judgement) -> String {
    let mut parts = vec![match judgement {
        Judgement::New => "created".to_owned(),
        Judgement::Doubtful(alike) => format!("created, may be {}", alike.join(", ")),
        Judgement::Changed(fields) if fields.is_empty() => "changed".to_owned(),
        Judgement::Changed(fields) => {
            let fields: Vec<&str> = fields.iter().copied().map(parameter_name).collect();
            format!("changed: {}", fields.join(", "))
        }
        Judgement::Unchanged => "unchanged".to_owned(),
        Judgement::Refused(_) => "refused".to_owned(),
    }];
    for (verb, groups) in [("joins", &row.joins), ("leaves", &row.leaves)] {
        if !groups.is_empty() {
            parts.push(format!("{verb} {}", groups.join(", ")));
        }
    }
    parts.join("; ")
}

#[cfg(test)]
mod tests {
    use services::Field;
    use services::roster_imports::{JudgedRow, Judgement};

    use super::describe_row;

    #[test]
    fn a_row_names_what_changes() {
        let describe = |judgement: Judgement, joins: &[&str], leaves: &[&str]| {
            let [joins, leaves] =
                [joins, leaves].map(|names| names.iter().copied().map(str::to_owned).collect());
            let row = JudgedRow { line: 2, name: "Mia Berg".to_owned(), judgement, joins, leaves };
            describe_row(&row, &row.judgement)
        };
        assert_eq!(describe(Judgement::New, &["6a", "Choir"], &[]), "created; joins 6a, Choir");
        assert_eq!(
            describe(Judgement::Changed(vec![Field::Grade, Field::SchoolName]), &[], &["6a"]),
            "changed: grade, schoolName; leaves 6a"
        );
        assert_eq!(
            describe(Judgement::Changed(Vec::new()), &["6b"], &["6a"]),
            "changed; joins 6b; leaves 6a"
        );
        assert_eq!(describe(Judgement::Unchanged, &[], &[]), "unchanged");
        let twin = Judgement::Doubtful(vec!["Mia Berg (2014-05-01)".to_owned()]);
        assert_eq!(describe(twin, &[], &[]), "created, may be Mia Berg (2014-05-01)");
    }
}
