//! Reports of what importing a table of members does, row by row and in numbers.

use api::http::fields::{fault_message, parameter_name};
use domain::groups::MAX_GROUPS_PER_ORGANIZATION;
use services::roster_imports::{CheckedRow, CheckedTable, RowOutcome};

/// Limit of refused rows, of doubtful rows and of missing members that are listed.
const MAX_LISTED_ROWS: usize = 1_000;

/// A table that was compared with the members, and how it is imported.
pub(super) struct TableReport<'a> {
    pub(super) table: &'a CheckedTable,
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
            match &row.outcome {
                RowOutcome::Refused(faults) => {
                    refused += 1;
                    if refused <= MAX_LISTED_ROWS {
                        let faults: Vec<String> = faults.iter().map(fault_message).collect();
                        eprintln!("line {line}: {}", faults.join("; "));
                    }
                }
                RowOutcome::Doubtful(alike) if !self.adds_doubtful => {
                    doubtful += 1;
                    if doubtful <= MAX_LISTED_ROWS {
                        println!("line {line}: left out: may be {}", alike.join(", "));
                    }
                }
                outcome if self.is_dry_run => {
                    println!("line {line}: {}", describe_row(row, outcome));
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
        let doubtful = table.count(|row| matches!(row, RowOutcome::Doubtful(_)));
        let added = if self.adds_doubtful { doubtful } else { 0 };
        println!(
            "created {}, changed {}, unchanged {}, refused {}",
            table.count(|row| matches!(row, RowOutcome::New)) + added,
            table.count(|row| matches!(row, RowOutcome::Changed(_))),
            table.count(|row| matches!(row, RowOutcome::Unchanged)),
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

    pub(super) fn count_refused(&self) -> u64 {
        self.table.count(|row| matches!(row, RowOutcome::Refused(_)))
    }
}

/// The effect of importing a row, with the groups that the member joins and leaves.
fn describe_row(row: &CheckedRow, outcome: &RowOutcome) -> String {
    let mut parts = vec![match outcome {
        RowOutcome::New => "created".to_owned(),
        RowOutcome::Doubtful(alike) => format!("created, may be {}", alike.join(", ")),
        RowOutcome::Changed(fields) if fields.is_empty() => "changed".to_owned(),
        RowOutcome::Changed(fields) => {
            let fields: Vec<&str> = fields.iter().copied().map(parameter_name).collect();
            format!("changed: {}", fields.join(", "))
        }
        RowOutcome::Unchanged => "unchanged".to_owned(),
        RowOutcome::Refused(_) => "refused".to_owned(),
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
    use services::roster_imports::{CheckedRow, RowOutcome};

    use super::describe_row;

    #[test]
    fn a_row_names_what_changes() {
        let describe = |outcome: RowOutcome, joins: &[&str], leaves: &[&str]| {
            let [joins, leaves] =
                [joins, leaves].map(|names| names.iter().copied().map(str::to_owned).collect());
            let row = CheckedRow { line: 2, name: "Mia Berg".to_owned(), outcome, joins, leaves };
            describe_row(&row, &row.outcome)
        };
        assert_eq!(describe(RowOutcome::New, &["6a", "Choir"], &[]), "created; joins 6a, Choir");
        assert_eq!(
            describe(RowOutcome::Changed(vec![Field::Grade, Field::SchoolName]), &[], &["6a"]),
            "changed: grade, schoolName; leaves 6a"
        );
        assert_eq!(
            describe(RowOutcome::Changed(Vec::new()), &["6b"], &["6a"]),
            "changed; joins 6b; leaves 6a"
        );
        assert_eq!(describe(RowOutcome::Unchanged, &[], &[]), "unchanged");
        let twin = RowOutcome::Doubtful(vec!["Mia Berg (2014-05-01)".to_owned()]);
        assert_eq!(describe(twin, &[], &[]), "created, may be Mia Berg (2014-05-01)");
    }
}
