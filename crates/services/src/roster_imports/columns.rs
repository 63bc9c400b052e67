//! The columns of a table that fill fields of members, by who sends the table.

use roster_files::{RosterColumn, RosterTable};

use crate::Field;

/// The sender of a table, who determines which columns are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TableSender {
    /// A sponsor, or a school's own system: disabilities, plans and proofs never come from their tables, and
    /// a user name without a password only says which member is meant.
    School,
    Operator {
        /// True to generate a password for each new user name without one.
        generates_passwords: bool,
    },
}

impl TableSender {
    /// The column that fills a field. `None` if no column of the sender's tables does.
    pub(super) fn column(self, field: Field) -> Option<RosterColumn> {
        let proofs = PROOF_COLUMNS.iter().filter(|_| self != Self::School);
        READ_COLUMNS.iter().chain(proofs).find(|(read, _)| *read == field).map(|(_, column)| *column)
    }

    pub(super) fn generates_passwords(self) -> bool {
        self == Self::Operator { generates_passwords: true }
    }
}

/// Columns that are read from every table.
const READ_COLUMNS: [(Field, RosterColumn); 9] = [
    (Field::FirstName, RosterColumn::FirstName),
    (Field::LastName, RosterColumn::LastName),
    (Field::DateOfBirth, RosterColumn::DateOfBirth),
    (Field::Grade, RosterColumn::Grade),
    (Field::Username, RosterColumn::Username),
    (Field::Password, RosterColumn::Password),
    (Field::SourcedId, RosterColumn::SourcedId),
    (Field::SafeSearch, RosterColumn::SafeSearch),
    (Field::AllowSearchDownloads, RosterColumn::AllowSearchDownloads),
];

/// Columns that are read from tables of the operator alone.
const PROOF_COLUMNS: [(Field, RosterColumn); 3] = [
    (Field::DisabilityType, RosterColumn::DisabilityType),
    (Field::DisabilityPlan, RosterColumn::DisabilityPlan),
    (Field::ProofSource, RosterColumn::ProofSource),
];

/// Columns without which a table says who is meant by identifiers alone.
const REQUIRED_COLUMNS: [(Field, RosterColumn); 4] = [
    (Field::FirstName, RosterColumn::FirstName),
    (Field::LastName, RosterColumn::LastName),
    (Field::DateOfBirth, RosterColumn::DateOfBirth),
    (Field::Grade, RosterColumn::Grade),
];

/// Columns that say where members are, and whether they still are.
const SCHOOL_AND_STATUS_COLUMNS: [RosterColumn; 4] =
    [RosterColumn::School, RosterColumn::District, RosterColumn::Classes, RosterColumn::Status];

/// Returns true if this column of an uploaded table is used.
pub fn is_read_column(column: RosterColumn) -> bool {
    SCHOOL_AND_STATUS_COLUMNS.contains(&column) || READ_COLUMNS.iter().any(|(_, read)| *read == column)
}

/// Returns true if this column of a table that the operator imports is used.
pub fn is_operator_column(column: RosterColumn) -> bool {
    is_read_column(column) || PROOF_COLUMNS.iter().any(|(_, read)| *read == column)
}

/// The fields that every row needs and no column of the table fills. None are missing from a table with the
/// identifiers of the school's own system: its rows may change members without them.
pub fn list_missing_columns(table: &RosterTable) -> Vec<Field> {
    if table.has_column(RosterColumn::SourcedId) {
        return Vec::new();
    }
    let missing = REQUIRED_COLUMNS.iter().filter(|(_, column)| !table.has_column(*column));
    missing.map(|(field, _)| *field).collect()
}

#[cfg(test)]
mod tests {
    use super::{Field, PROOF_COLUMNS, READ_COLUMNS, TableSender, is_operator_column, is_read_column};

    #[test]
    fn proofs_come_from_the_operator_alone() {
        let operator = TableSender::Operator { generates_passwords: false };
        for (field, column) in READ_COLUMNS {
            assert_eq!(
                (TableSender::School.column(field), operator.column(field)),
                (Some(column), Some(column))
            );
            assert!(is_read_column(column) && is_operator_column(column), "{column:?}");
        }
        for (field, column) in PROOF_COLUMNS {
            assert_eq!((TableSender::School.column(field), operator.column(field)), (None, Some(column)));
            assert!(!is_read_column(column) && is_operator_column(column), "{column:?}");
        }
        assert_eq!(operator.column(Field::EmailAddress), None);
    }
}
