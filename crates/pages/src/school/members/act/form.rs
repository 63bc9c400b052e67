//! The fields of a form for an act.

use domain::proofs::DisabilityType;
use domain::wire_enum;
use services::member_acts::MemberAct;
use services::members::MemberSelection;
use services::values::{Grade, ParseValue as _};
use url::form_urlencoded;

use super::cards::CardForm;
use crate::Fields;
use crate::inputs::parse_title_number;
use crate::school::members::choices::NO_TAG_VALUE;
use crate::school::members::filter::MemberFilterFields;
use crate::school::members::selection::MemberSelection as ChosenMembers;

const MEMBERS_PATH: &str = "/school/members";

/// The fields that name an act, and what it needs.
const ACT_FIELDS: [&str; 7] = ["act", "grade", "tag", "title", "list", "group", "disability"];

/// A form for an act, with the values that were sent.
pub(super) struct ActForm {
    /// True if the act is meant for all whom the filter finds, false if it is for those who were chosen.
    pub(super) is_for_all: bool,
    pub(super) filter: MemberFilterFields,
    pub(super) chosen: ChosenMembers,
    /// The order of the list, to return to it.
    sort: Option<String>,
    /// The values of [`ACT_FIELDS`] that were sent.
    act_values: Vec<(&'static str, String)>,
    /// How cards are wanted, if the act makes some.
    pub(super) cards: CardForm,
}

wire_enum! {
    /// A missing or wrong field in the form of an act. The name is that of the field, and the identifier of
    /// its element.
    pub(super) enum FormFault {
        /// Nobody was chosen.
        Scope = "scope",
        Act = "act",
        Grade = "grade",
        Tag = "tag",
        Title = "title",
        List = "list",
        Group = "group",
        Disability = "disability",
    }
}

impl ActForm {
    pub(super) fn from_fields(fields: &Fields) -> Self {
        let act_value = |name| Some((name, fields.get(name)?.to_owned()));
        Self {
            is_for_all: fields.get("scope") == Some("all"),
            filter: MemberFilterFields::from_fields(fields),
            chosen: ChosenMembers::from_fields(fields),
            sort: fields.get("sort").map(str::to_owned),
            act_values: ACT_FIELDS.into_iter().filter_map(act_value).collect(),
            cards: CardForm::read(fields.get("cards")),
        }
    }

    fn act_value(&self, field: &str) -> Option<&str> {
        self.act_values.iter().find(|(name, _)| *name == field).map(|(_, value)| value.as_str())
    }

    /// Those for whom the act is meant.
    pub(super) fn selection(&self) -> MemberSelection<'_> {
        self.chosen.select_members(&self.filter, self.is_for_all)
    }

    /// The act, or the first fault of the form.
    pub(super) fn read_act(&self) -> Result<MemberAct, FormFault> {
        if !self.is_for_all && self.chosen.ids().is_empty() {
            return Err(FormFault::Scope);
        }
        match self.act_value("act") {
            Some("grade") => {
                let grade = Grade::parse_value(self.act_value("grade").unwrap_or_default());
                grade.map(MemberAct::SetGrade).map_err(|_| FormFault::Grade)
            }
            Some("tag") => match self.act_value("tag") {
                Some(NO_TAG_VALUE) => Ok(MemberAct::SetRosterTag(None)),
                tag => {
                    let tag = tag.and_then(|tag| tag.parse().ok()).ok_or(FormFault::Tag)?;
                    Ok(MemberAct::SetRosterTag(Some(tag)))
                }
            },
            Some("quick_list_add") => Ok(MemberAct::PutOnQuickList),
            Some("quick_list_remove") => Ok(MemberAct::TakeOffQuickList),
            Some("assign_title") => {
                let title = self.act_value("title").and_then(parse_title_number);
                title.map(MemberAct::AssignTitle).ok_or(FormFault::Title)
            }
            Some("add_to_list") => {
                let list = self.act_value("list").ok_or(FormFault::List)?;
                Ok(MemberAct::AddToList(list.to_owned()))
            }
            Some("add_to_group") => self.read_group().map(MemberAct::AddToGroup),
            Some("take_from_group") => self.read_group().map(MemberAct::TakeFromGroup),
            Some("mark_disability") => self.read_disability().map(MemberAct::MarkDisability),
            Some("unmark_disability") => self.read_disability().map(MemberAct::UnmarkDisability),
            Some("reset_sign_in") => Ok(MemberAct::ResetSignIn),
            Some("give_sign_in") => Ok(MemberAct::GiveSignIn),
            Some("make_codes") => Ok(MemberAct::MakeEnrollmentCodes),
            Some("remove") => Ok(MemberAct::Remove),
            _ => Err(FormFault::Act),
        }
    }

    fn read_group(&self) -> Result<i64, FormFault> {
        self.act_value("group").and_then(|group| group.parse().ok()).ok_or(FormFault::Group)
    }

    fn read_disability(&self) -> Result<DisabilityType, FormFault> {
        let kind = self.act_value("disability").and_then(|name| name.parse().ok());
        kind.ok_or(FormFault::Disability)
    }

    pub(super) fn typed_title(&self) -> &str {
        self.act_value("title").unwrap_or_default()
    }

    /// Hidden fields that say for whom the act is meant.
    pub(super) fn scope_fields(&self) -> Vec<(&'static str, String)> {
        let scope = if self.is_for_all { "all" } else { "chosen" };
        let mut fields = vec![("scope", scope.to_owned())];
        fields.extend(self.list_fields());
        fields
    }

    /// Hidden fields that lead back to the list of members, with those who were chosen.
    pub(super) fn list_fields(&self) -> Vec<(&'static str, String)> {
        let chosen = self.chosen.ids().iter().map(|id| ("chosen", id.clone()));
        let sort = self.sort.clone().map(|sort| ("sort", sort));
        chosen.chain(self.filter.to_hidden_fields()).chain(sort).collect()
    }

    /// Hidden fields with the act and what it names, but the field that is to be filled in.
    pub(super) fn act_fields(&self, but: Option<&str>) -> Vec<(&'static str, String)> {
        self.act_values.iter().filter(|(name, _)| Some(*name) != but).cloned().collect()
    }

    /// The address of the list of members, narrowed as before.
    pub(super) fn list_address(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(self.filter.to_query());
        if let Some(sort) = &self.sort {
            query.append_pair("sort", sort);
        }
        match query.finish() {
            query if query.is_empty() => MEMBERS_PATH.to_owned(),
            query => format!("{MEMBERS_PATH}?{query}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::ids::AccountId;
    use services::member_acts::MemberAct;
    use services::members::MemberSelection;
    use services::values::Grade;

    use super::{ActForm, FormFault};
    use crate::fields::Fields;
    use crate::texts::{assert_messages, value_messages};

    fn parse_form(form: &str) -> ActForm {
        ActForm::from_fields(&Fields::parse(form.as_bytes()))
    }

    #[test]
    fn an_act_and_those_whom_it_is_for_are_read() {
        let form = parse_form("scope=chosen&chosen=bo&member=mia&act=grade&grade=7&words=x");
        assert_eq!(form.read_act(), Ok(MemberAct::SetGrade(Grade("7".to_owned()))));
        let ids = ["bo", "mia"].map(AccountId::from);
        assert_eq!(form.selection(), MemberSelection::Chosen(ids.to_vec()));
        let form = parse_form("scope=all&chosen=bo&grade_filter=6&act=tag&tag=none");
        assert_eq!(form.read_act(), Ok(MemberAct::SetRosterTag(None)));
        assert!(matches!(form.selection(), MemberSelection::Filtered(search) if search.grade == Some("6")));
        assert_eq!(form.list_address(), "/school/members?grade_filter=6");
    }

    #[test]
    fn every_fault_has_words_in_every_language() {
        assert_messages(value_messages::<FormFault>("school-acts"));
        assert_messages(value_messages::<FormFault>("school-bulk-choose"));
    }

    #[test]
    fn the_first_fault_of_a_form_is_found() {
        for (form, fault) in [
            ("scope=chosen&act=remove", FormFault::Scope),
            ("scope=all", FormFault::Act),
            ("scope=all&act=nothing", FormFault::Act),
            ("member=bo&act=grade&grade=99", FormFault::Grade),
            ("member=bo&act=tag&tag=", FormFault::Tag),
            ("member=bo&act=tag&tag=x", FormFault::Tag),
            ("member=bo&act=assign_title&title=ferry", FormFault::Title),
            ("member=bo&act=add_to_list", FormFault::List),
            ("member=bo&act=add_to_group&group=", FormFault::Group),
            ("member=bo&act=take_from_group&group=x", FormFault::Group),
            ("member=bo&act=mark_disability&disability=", FormFault::Disability),
            ("member=bo&act=unmark_disability&disability=x", FormFault::Disability),
        ] {
            assert_eq!(parse_form(form).read_act(), Err(fault), "{form}");
        }
    }

    #[test]
    fn hidden_fields_say_the_same_again() {
        let sent = "scope=all&chosen=bo&words=x&sort=grade&act=tag&tag=3&title=9";
        let form = parse_form(sent);
        let mut fields = form.scope_fields();
        fields.extend(form.act_fields(None));
        let again = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        assert_eq!(again, sent);
        assert_eq!(form.act_fields(Some("tag")), [("act", "tag".to_owned()), ("title", "9".to_owned())]);
    }
}
