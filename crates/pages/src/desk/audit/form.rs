//! The form that searches the audit.

use domain::audit::AuditedAct;
use domain::dates::start_of;
use domain::wire::WireEnum as _;
use jiff::civil::Date;
use services::audit::{EntryFilter, EntryKind};

use super::PAGE_PATH;
use crate::desk::wording::act_name;
use crate::inputs::{self, Choice, InputError, InputField, list_errors};
use crate::paging::add_query;
use crate::{Fields, Page};

/// The value of the field `kind` for reads of disability data.
const READS: &str = "reads";

/// The value of the field `kind` for all changes.
const CHANGES: &str = "changes";

pub(super) struct AuditForm {
    pub(super) kinds: Vec<Choice>,
    pub(super) user: InputField,
    pub(super) actor: InputField,
    pub(super) since: InputField,
    pub(super) until: InputField,
    /// What the library looks for, if there are no errors.
    pub(super) filter: EntryFilter,
}

impl AuditForm {
    pub(super) fn read(page: &Page<'_>, fields: &Fields) -> Self {
        let kind = read_kind(fields.get("kind"));
        let user = read_name(page, fields, "user", "audit-user");
        let actor = read_name(page, fields, "actor", "audit-actor");
        let (since, first_day) = read_day(page, fields, "since", "audit-since");
        let (until, last_day) = read_day(page, fields, "until", "audit-until");
        let filter = EntryFilter {
            kind,
            user: user.typed_value(),
            actor: actor.typed_value(),
            since: first_day.map(start_of),
            // The day itself is part of the period.
            until: last_day.and_then(|day| day.tomorrow().ok()).map(start_of),
        };
        Self { kinds: list_kinds(page, kind), user, actor, since, until, filter }
    }

    pub(super) fn list_errors(&self) -> Vec<InputError> {
        list_errors(&[&self.user, &self.actor, &self.since, &self.until])
    }

    /// Marks the fields whose people do not exist.
    pub(super) fn mark_unknown(&mut self, page: &Page<'_>, user: bool, actor: bool) {
        for (field, is_unknown) in [(&mut self.user, user), (&mut self.actor, actor)] {
            if is_unknown {
                field.error = Some(page.text("audit-person-unknown"));
            }
        }
    }

    /// The address of the first page of the search.
    pub(super) fn address(&self) -> String {
        let kind = ("kind", kind_value(self.filter.kind));
        let inputs = [&self.user, &self.actor, &self.since, &self.until];
        let typed = inputs.into_iter().filter(|field| !field.value.is_empty());
        let typed = typed.map(|field| (field.name, field.value.as_str()));
        add_query(PAGE_PATH, [kind].into_iter().chain(typed))
    }
}

/// The kind that a value names; all changes if it names none.
fn read_kind(value: Option<&str>) -> EntryKind {
    match value {
        Some(READS) => EntryKind::Reads,
        Some(value) => AuditedAct::parse(value).map_or(EntryKind::Changes, EntryKind::Act),
        None => EntryKind::Changes,
    }
}

fn kind_value(kind: EntryKind) -> &'static str {
    match kind {
        EntryKind::Reads => READS,
        EntryKind::Changes => CHANGES,
        EntryKind::Act(act) => act.as_str(),
    }
}

fn list_kinds(page: &Page<'_>, chosen: EntryKind) -> Vec<Choice> {
    let option = |kind: EntryKind, text: String| Choice::new(kind_value(kind), text, kind == chosen);
    let acts = AuditedAct::ALL.iter().map(|act| option(EntryKind::Act(*act), act_name(page, Some(*act))));
    let whole = [
        option(EntryKind::Changes, page.text("audit-kind-changes")),
        option(EntryKind::Reads, page.text("audit-kind-reads")),
    ];
    whole.into_iter().chain(acts).collect()
}

fn read_name(page: &Page<'_>, fields: &Fields, name: &'static str, label: &str) -> InputField {
    let field = InputField::new_optional(page, name, label);
    field.with_hint(page.text("audit-person-hint")).read_from(page, fields)
}

/// A field for a day, and the day, if it is one.
fn read_day(page: &Page<'_>, fields: &Fields, name: &'static str, label: &str) -> (InputField, Option<Date>) {
    let field = InputField::new_optional(page, name, label).with_hint(page.text("audit-day-hint"));
    inputs::read_day(page, fields, field, "audit-day-wrong")
}

#[cfg(test)]
mod tests {
    use domain::audit::AuditedAct;
    use domain::wire::WireEnum as _;
    use services::audit::EntryKind;

    use super::{kind_value, read_kind};

    #[test]
    fn a_kind_is_read_from_the_value_that_the_form_sends() {
        let acts = AuditedAct::ALL.iter().copied().map(EntryKind::Act);
        for kind in [EntryKind::Reads, EntryKind::Changes].into_iter().chain(acts) {
            assert_eq!(read_kind(Some(kind_value(kind))), kind);
        }
        assert_eq!(read_kind(Some("nonsense")), EntryKind::Changes);
        assert_eq!(read_kind(None), EntryKind::Changes);
    }
}
