//! The members that a sponsor has chosen in a list, on this page of it and on others.

use std::collections::HashSet;

use domain::AccountId;
use services::members::MemberSelection as SelectedMembers;

use super::filter::MemberFilterFields;
use crate::Fields;
use crate::inputs::read_chosen;

pub(super) const MAX_CHOSEN_MEMBERS: usize = 1_000;

/// Maximum length of an identifier, in bytes; longer ones name nobody.
const MAX_ID_BYTES: usize = 64;

/// Identifiers of members, each once, in the order in which they were chosen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct MemberSelection {
    ids: Vec<String>,
    /// True if more members were chosen than can be, so that the last ones are left out.
    pub(super) is_cut: bool,
}

impl MemberSelection {
    /// Reads the fields of the form around a list: `chosen` are members on its other pages, `member` those on
    /// the page that was sent.
    pub(super) fn from_fields(fields: &Fields) -> Self {
        let (ids, is_cut) =
            read_chosen(fields, "member", MAX_CHOSEN_MEMBERS, |id| (id.len() <= MAX_ID_BYTES).then_some(id));
        Self { ids: ids.into_iter().map(str::to_owned).collect(), is_cut }
    }

    pub(super) fn ids(&self) -> &[String] {
        &self.ids
    }

    /// Returns true if the member is chosen.
    pub(super) fn contains(&self, id: &str) -> bool {
        self.ids.iter().any(|chosen| chosen == id)
    }

    /// All whom the filter finds if the form is for all of them, or else the chosen members.
    pub(super) fn select_members<'a>(
        &self,
        filter: &'a MemberFilterFields,
        is_for_all: bool,
    ) -> SelectedMembers<'a> {
        if is_for_all {
            return SelectedMembers::Filtered(filter.to_search());
        }
        SelectedMembers::Chosen(self.ids.iter().map(|id| AccountId::from(id.as_str())).collect())
    }

    /// The chosen members who are not on a page.
    pub(super) fn list_others(&self, page: &HashSet<&str>) -> Vec<String> {
        self.ids.iter().filter(|id| !page.contains(id.as_str())).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{Fields, MAX_CHOSEN_MEMBERS, MemberSelection};

    #[test]
    fn members_of_all_pages_are_chosen_once() {
        let long = "x".repeat(65);
        let form = format!("member=mia&chosen=bo&chosen=mia&member=zoe&member={long}&member=");
        let selection = MemberSelection::from_fields(&Fields::parse(form.as_bytes()));
        assert_eq!(selection.ids(), ["bo", "mia", "zoe"]);
        assert!(selection.contains("mia") && !selection.contains("al") && !selection.is_cut);
        assert_eq!(selection.list_others(&HashSet::from(["mia", "al"])), ["bo", "zoe"]);
    }

    #[test]
    fn members_beyond_the_limit_are_left_out() {
        let form: Vec<String> = (0..=MAX_CHOSEN_MEMBERS).map(|number| format!("member=m{number}")).collect();
        let selection = MemberSelection::from_fields(&Fields::parse(form.join("&").as_bytes()));
        assert!(selection.is_cut);
        assert_eq!(selection.ids().len(), MAX_CHOSEN_MEMBERS);
        assert_eq!(selection.ids().last().map(String::as_str), Some("m999"));
    }
}
