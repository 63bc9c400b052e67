//! Tables of members, imported by the operator, or uploaded and confirmed by a sponsor.

use domain::Organization;
use roster_files::{RosterColumn, RosterFileKind, RosterRow, RosterTable};
use services::Operation;
use services::roster_imports::{
    ConfirmedImport, ImportConfirmation, ImportOutcome, OperatorImport, confirm, upload, view,
};
use services::uploads::Spool;

/// The columns of [`new_table`].
const COLUMNS: [RosterColumn; 8] = [
    RosterColumn::FirstName,
    RosterColumn::LastName,
    RosterColumn::DateOfBirth,
    RosterColumn::Grade,
    RosterColumn::Username,
    RosterColumn::Password,
    RosterColumn::DisabilityType,
    RosterColumn::SourcedId,
];

/// A table whose cells are separated by commas, with the first row in line 2.
pub(crate) fn new_table(rows: &[impl AsRef<str>]) -> RosterTable {
    let row = |(place, row): (usize, &_)| {
        let cells = COLUMNS.into_iter().zip(AsRef::<str>::as_ref(row).split(','));
        let cells =
            cells.filter(|(_, cell)| !cell.is_empty()).map(|(column, cell)| (column, cell.to_owned()));
        RosterRow { line: place as u64 + 2, cells: cells.collect(), classes: Vec::new(), fault: None }
    };
    RosterTable {
        kind: RosterFileKind::Csv,
        columns: Vec::new(),
        school: None,
        rows: rows.iter().enumerate().map(row).collect(),
        remarks: Vec::new(),
    }
}

/// An import of a table by the operator, who adds people who may be members already.
pub(crate) fn operator_import<'a>(school: &'a Organization, table: &'a RosterTable) -> OperatorImport<'a> {
    OperatorImport {
        organization: school.id.as_str(),
        table,
        file_name: Some("pupils.csv"),
        is_dry_run: false,
        generates_passwords: false,
        adds_doubtful: true,
        removes_missing: false,
    }
}

/// Uploads a file; returns the identifier of its preview.
pub(crate) async fn upload_text(sponsor: &Operation, text: &str) -> String {
    let mut spool = Spool::new(1 << 20).await.unwrap();
    spool.write(&text.as_bytes().to_vec().into()).await.unwrap();
    let file = spool.finish().await.unwrap().unwrap();
    upload(sponsor, &file, "pupils.csv").await.unwrap()
}

/// Confirms an upload as it is shown now, and adds people who may be members already.
pub(crate) async fn confirm_upload(sponsor: &Operation, id: &str) -> ConfirmedImport {
    let digest = view(sponsor, id).await.unwrap().table.digest;
    let confirmation =
        ImportConfirmation { id, digest: &digest, adds_doubtful: true, removes_missing: false };
    match confirm(sponsor, &confirmation).await.unwrap() {
        ImportOutcome::Written(written) => written,
        ImportOutcome::Changed(_) => panic!("nothing has changed since"),
    }
}
