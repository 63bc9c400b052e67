//! Files from the folder of an organization that wait for a sponsor.

use services::roster_imports::{HeldFile, HoldReason, RosterHold};

use super::FORM_PATH;
use crate::{Page, format_moment};

/// A held file as the page lists it.
pub(super) struct HeldRow {
    pub(super) href: String,
    /// The file and the time at which it came.
    pub(super) name: String,
    /// Why it is held, in numbers.
    pub(super) lines: Vec<String>,
}

pub(super) fn list_rows(page: &Page<'_>, held: &[HeldFile]) -> Vec<HeldRow> {
    let row = |file: &HeldFile| HeldRow {
        href: format!("{FORM_PATH}/{}", file.id),
        name: format!("{}, {}", file.file_name, format_moment(page, file.taken)),
        lines: describe_hold(page, &file.hold),
    };
    held.iter().map(row).collect()
}

/// Why a file is held, in sentences.
pub(super) fn describe_hold(page: &Page<'_>, hold: &RosterHold) -> Vec<String> {
    let effect = &hold.effect;
    let reason = match hold.reason {
        HoldReason::Removals => page.format(
            "import-held-removals",
            &[("count", effect.removed.into()), ("members", effect.members.into())],
        ),
        HoldReason::Refusals => page.format(
            "import-held-refusals",
            &[("count", effect.refused.into()), ("rows", effect.rows.into())],
        ),
    };
    vec![reason, page.text("import-held-nothing-written")]
}
