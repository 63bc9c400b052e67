//! Runs in words.

use std::collections::HashMap;

use askama::filters::HtmlSafeOutput;
use jiff::Timestamp;
use services::roster_runs::{KeptReason, MemberField, MemberState, RosterRun, RunView, undo_days_left};

use crate::disabilities::{disability_name, plan_name};
use crate::school::members::grades::grade_name;
use crate::{Page, format_day, format_moment};

pub(super) struct FieldLine {
    pub(super) name: String,
    pub(super) before: String,
    pub(super) after: String,
}

pub(super) fn run_name(page: &Page<'_>, run: &RosterRun) -> String {
    format!("{}, {}", page.value_text("runs-kind", run.kind), format_moment(page, run.made))
}

/// Numbers the names that several runs have: links to different pages have different names.
pub(super) fn number_names<'a>(names: impl Iterator<Item = &'a mut String>) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for name in names {
        let count = counts.entry(name.clone()).or_default();
        *count += 1;
        if *count > 1 {
            *name = format!("{name} ({count})");
        }
    }
}

/// The name of who made or undid a run; the operator has none.
pub(super) fn maker_name(page: &Page<'_>, name: Option<&str>) -> String {
    name.map_or_else(|| page.text("runs-by-library"), str::to_owned)
}

/// The numbers of members that a run added, changed and removed.
pub(super) fn describe_counts(page: &Page<'_>, run: &RosterRun) -> Vec<String> {
    let counts = [
        ("runs-count-added", run.created),
        ("runs-count-changed", run.changed),
        ("runs-count-removed", run.removed),
    ];
    page.list_counts(counts)
}

/// The days that are left to undo a run, or who has undone it.
pub(super) fn describe_state(page: &Page<'_>, run: &RosterRun, now: Timestamp) -> HtmlSafeOutput<String> {
    match (&run.undone, undo_days_left(run.made, now)) {
        (Some(undone), _) => {
            let (name, date) = (maker_name(page, undone.by.as_deref()), format_moment(page, undone.at));
            page.format_html("runs-undone-by", &name, &[("date", date.as_str().into())])
        }
        // These name nobody.
        (None, 0) => page.with_name_html("runs-too-old", ""),
        (None, days) => page.format_html("runs-days-left", "", &[("count", days.unsigned_abs().into())]),
    }
}

/// A sentence about data that undoing leaves unchanged.
pub(super) fn describe_reason(page: &Page<'_>, reason: &KeptReason) -> String {
    match reason {
        KeptReason::Edited(fields) => {
            let fields: Vec<String> =
                fields.iter().map(|field| page.value_text("runs-field", *field)).collect();
            page.format("runs-kept-edited", &[("fields", fields.join(", ").as_str().into())])
        }
        KeptReason::Active => page.text("runs-kept-active"),
        KeptReason::OtherRole => page.text("runs-kept-other-role"),
        KeptReason::Left => page.text("runs-kept-left"),
        KeptReason::MemberAgain => page.text("runs-kept-member-again"),
        KeptReason::Closed => page.text("runs-kept-closed"),
        KeptReason::UsernameTaken => page.text("runs-kept-username-taken"),
        KeptReason::SourcedIdTaken => page.text("runs-kept-sourced-id-taken"),
    }
}

/// The fields in which two states differ, with both values.
pub(super) fn list_changed_fields(
    page: &Page<'_>,
    view: &RunView,
    before: &MemberState,
    after: &MemberState,
) -> Vec<FieldLine> {
    let line = |field: MemberField| FieldLine {
        name: page.value_text("runs-field", field),
        before: describe_value(page, view, before, field),
        after: describe_value(page, view, after, field),
    };
    before.differing_fields(after).into_iter().map(line).collect()
}

fn describe_value(page: &Page<'_>, view: &RunView, state: &MemberState, field: MemberField) -> String {
    let truth = |is_so: bool| page.text(if is_so { "runs-yes" } else { "runs-no" });
    let value = match field {
        MemberField::FirstName => Some(state.first_name.clone()),
        MemberField::LastName => Some(state.last_name.clone()),
        MemberField::DateOfBirth => state.date_of_birth.map(|date| format_day(page, date)),
        MemberField::Grade => state.grade.as_deref().map(|grade| grade_name(page, grade)),
        MemberField::Plans => {
            let names = state.plans.iter().map(|plan| plan_name(page, *plan));
            Some(names.collect::<Vec<_>>().join(", "))
        }
        MemberField::SafeSearch => Some(truth(state.safe_search)),
        MemberField::AllowSearchDownloads => state.allow_search_downloads.map(truth),
        MemberField::RosterTag => {
            let tag = view.tags.iter().find(|tag| Some(tag.id) == state.roster_tag);
            tag.map(|tag| {
                let names = [tag.school.as_deref(), tag.district.as_deref()];
                names.into_iter().flatten().collect::<Vec<_>>().join(", ")
            })
        }
        MemberField::Username => state.username.clone(),
        MemberField::SourcedId => state.sourced_id.clone(),
        MemberField::Disabilities => {
            let names = state.disabilities.iter().map(|kind| disability_name(page, *kind));
            Some(names.collect::<Vec<_>>().join(", "))
        }
        MemberField::Groups => {
            let groups = view.groups.iter().filter(|group| state.groups.contains(&group.id));
            Some(groups.map(|group| group.name.as_str()).collect::<Vec<_>>().join(", "))
        }
    };
    value.filter(|value| !value.is_empty()).unwrap_or_else(|| page.text("runs-no-value"))
}

#[cfg(test)]
mod tests {
    use domain::proofs::DisabilityType;
    use services::roster_runs::{MemberField, RosterRunKind};

    use super::number_names;
    use crate::texts::{assert_messages, value_messages};

    #[test]
    fn kinds_fields_and_disabilities_have_words_in_every_language() {
        assert_messages(value_messages::<RosterRunKind>("runs-kind"));
        assert_messages(value_messages::<MemberField>("runs-field"));
        assert_messages(value_messages::<DisabilityType>("runs-disability"));
    }

    #[test]
    fn runs_of_one_name_are_numbered() {
        let mut names = ["a", "b", "a", "a"].map(str::to_owned);
        number_names(names.iter_mut());
        assert_eq!(names, ["a", "b", "a (2)", "a (3)"]);
    }
}
