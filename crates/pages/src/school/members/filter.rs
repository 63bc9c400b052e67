//! The fields of a form that narrow a roster: the same in the form for filters, in addresses, and hidden in
//! every form that acts on "all of these".

use services::members::{FilterNames, MemberSearch};
use url::form_urlencoded;

use super::grades::grade_name;
use crate::{Fields, Page};

/// Maximum length of the words, in characters; further ones are ignored.
const MAX_WORDS_CHARS: usize = 200;

const MAX_GRADE_CHARS: usize = 8;

/// The number of no roster tag and no group: what cannot be read finds nobody, so that no act concerns more
/// members than its form has named.
const NO_TAG: i64 = 0;

/// More months without a book than any account is old, for the same reason.
const NEVER_MONTHS: u32 = u32::MAX;

/// Fields that narrow a roster. A member has to meet all of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct MemberFilterFields {
    /// Words of a name or of a user name: field `words`.
    pub(super) words: Option<String>,
    /// The code of a grade: field `grade_filter`.
    pub(super) grade: Option<String>,
    /// The roster tag of a school: field `school_filter`.
    pub(super) school: Option<i64>,
    /// A roster tag of the district: field `district_filter`.
    pub(super) district: Option<i64>,
    /// A group: field `group_filter`.
    pub(super) group: Option<i64>,
    /// Only members who have had no book for so many months: field `idle_filter`.
    pub(super) idle_months: Option<u32>,
    /// Only members on the sponsor's quick list: field `quick_list_filter`.
    pub(super) quick_list: bool,
}

impl MemberFilterFields {
    /// Reads the fields of an address or of a form.
    pub(super) fn from_fields(fields: &Fields) -> Self {
        let text = |name, max| fields.get(name).map(|text| text.chars().take(max).collect());
        let tag = |name| fields.get(name).map(|number| number.parse().unwrap_or(NO_TAG));
        Self {
            words: text("words", MAX_WORDS_CHARS),
            grade: text("grade_filter", MAX_GRADE_CHARS),
            school: tag("school_filter"),
            district: tag("district_filter"),
            group: tag("group_filter"),
            idle_months: fields.get("idle_filter").map(|months| months.parse().unwrap_or(NEVER_MONTHS)),
            quick_list: fields.get("quick_list_filter").is_some(),
        }
    }

    /// The names and values of hidden fields from which [`from_fields`](Self::from_fields) reads the same.
    pub(super) fn to_hidden_fields(&self) -> Vec<(&'static str, String)> {
        let number = |tag: Option<i64>| tag.map(|number| number.to_string());
        let fields = [
            ("words", self.words.clone()),
            ("grade_filter", self.grade.clone()),
            ("school_filter", number(self.school)),
            ("district_filter", number(self.district)),
            ("group_filter", number(self.group)),
            ("idle_filter", self.idle_months.map(|months| months.to_string())),
            ("quick_list_filter", self.quick_list.then(|| "yes".to_owned())),
        ];
        fields.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }

    /// The fields as the query of an address, without the question mark. Empty if nothing narrows the roster.
    pub(super) fn to_query(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(self.to_hidden_fields());
        query.finish()
    }

    pub(super) fn to_search(&self) -> MemberSearch<'_> {
        MemberSearch {
            words: self.words.as_deref(),
            grade: self.grade.as_deref(),
            school: self.school,
            district: self.district,
            group: self.group,
            months_without_book: self.idle_months,
            quick_list: self.quick_list,
        }
    }

    /// Returns true if every member meets them.
    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The fields in words, with commas between them, for example `Grade 6, Harbor School`; empty if nothing
    /// narrows the roster. `names` are roster tags and groups of the organization; without its tag, a school
    /// or a district is not named.
    pub(super) fn describe(&self, page: &Page<'_>, names: &FilterNames) -> String {
        let find = |id: i64| names.tags.iter().find(|tag| tag.id == id);
        let school = self.school.map(|id| match find(id).and_then(|tag| tag.school.as_deref()) {
            Some(name) => page.with_name("school-filter-school", name),
            None => page.text("school-filter-school-unknown"),
        });
        let district = self.district.map(|id| match find(id).and_then(|tag| tag.district.as_deref()) {
            Some(name) => page.with_name("school-filter-district", name),
            None => page.text("school-filter-district-unknown"),
        });
        let group = self.group.map(|id| match names.group.as_ref().filter(|group| group.id == id) {
            Some(group) => page.with_name("school-filter-group", &group.name),
            None => page.text("school-filter-group-unknown"),
        });
        let parts = [
            group,
            self.grade.as_deref().map(|grade| grade_name(page, grade)),
            school,
            district,
            self.idle_months.map(|months| page.count("school-filter-idle", months.into())),
            self.quick_list.then(|| page.text("school-filter-quick-list")),
            self.words.as_deref().map(|words| page.with_name("school-filter-words", words)),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::{Fields, MemberFilterFields, NEVER_MONTHS, NO_TAG};

    fn parse_filter(query: &str) -> MemberFilterFields {
        MemberFilterFields::from_fields(&Fields::parse(query.as_bytes()))
    }

    #[test]
    fn hidden_fields_and_addresses_say_the_same() {
        for query in [
            "",
            "words=m%C3%AFa+b%26c&grade_filter=6&school_filter=3&district_filter=4&group_filter=5&\
             idle_filter=6&quick_list_filter=yes",
        ] {
            let filter = parse_filter(query);
            assert_eq!(filter.to_query(), query);
            assert_eq!(parse_filter(&filter.to_query()), filter);
            assert_eq!(filter.is_empty(), query.is_empty());
        }
    }

    #[test]
    fn a_tag_that_cannot_be_read_is_none_and_narrows() {
        assert_eq!(parse_filter("school_filter=x").school, Some(NO_TAG));
        assert_eq!(parse_filter("school_filter=").school, None);
        assert_eq!(parse_filter("idle_filter=long").idle_months, Some(NEVER_MONTHS));
        let long = format!("words={}&grade_filter=123456789", "a".repeat(999));
        let filter = parse_filter(&long);
        assert_eq!(filter.words.as_deref().map(str::len), Some(200));
        assert_eq!(filter.grade.as_deref(), Some("12345678"));
    }
}
