//! The fields of a title as a form sends them, judged against stored data (docs/rules/titles.md#rule-7).

use std::collections::BTreeMap;

use domain::thema::{self, ThemaCode};
use domain::titles::{FieldsEdit, TitleEdit};
use domain::{Category, CategoryType, Contributor, ContributorType, Title, name_key, subdivisions};

use crate::categories::{self, BisacHeading};
use crate::values::Thema;
use crate::{ErrorKey, Faults, Field, Operation, Reason, Result, ValueList};

pub const MAX_FORM_VALUES: usize = 500;

/// Metadata of a title as a form has it. Each value is valid by itself.
#[derive(Debug, Clone, Default)]
pub struct TitleForm {
    /// The fields that change, without states. The Thema codes have no names.
    pub fields: FieldsEdit,
    /// New people for these roles, replacing those with the same role.
    pub people: BTreeMap<ContributorType, Vec<Contributor>>,
    /// The countries in the order in which they were sent, to which states without a country may belong.
    pub countries: Vec<String>,
    /// The states where it may be distributed: ISO 3166-2, or its second part. `None` keeps them.
    pub states: Option<Vec<String>>,
    /// Names of the library's own categories. `None` keeps them.
    pub categories: Option<Vec<String>>,
    /// Codes or descriptions of BISAC headings. `None` keeps them.
    pub bisac: Option<Vec<String>>,
}

impl TitleForm {
    /// The changes of an existing title, or the fields of a new one (`stored` is `None`). All faults are
    /// reported together, including the earlier `faults`.
    pub(crate) async fn validate(
        self,
        op: &Operation,
        stored: Option<&Title>,
        mut faults: Faults,
    ) -> Result<TitleEdit> {
        let states = self.resolve_states(op, stored, &mut faults);
        let categories = self.resolve_categories(op, &mut faults).await?;
        faults.into_result()?;
        let Self { mut fields, people, .. } = self;
        fields.territory.states = states.map(|codes| codes.into_iter().map(str::to_owned).collect());
        if let Some((codes, stored)) = fields.metadata.thema.as_mut().zip(stored) {
            // Those that the title has keep their names.
            for code in codes {
                let known = stored.metadata.thema.iter().find(|one| one.code == code.code);
                code.name = known.and_then(|one| one.name.clone());
            }
        }
        Ok(TitleEdit { fields, people, categories })
    }

    /// The states, as full codes. A code without its country belongs to one of the countries sent with it;
    /// otherwise to one of the title's, or to the home country of the key's site.
    fn resolve_states(
        &self,
        op: &Operation,
        stored: Option<&Title>,
        faults: &mut Faults,
    ) -> Option<Vec<&'static str>> {
        let sent = self.states.as_ref()?;
        let of_title = stored.into_iter().flat_map(|title| &title.territory.countries);
        let known = self.countries.iter().chain(of_title).map(String::as_str);
        let places: Vec<&str> = known.chain([op.site.country.as_str()]).collect();
        let mut whole = Vec::new();
        for text in sent.iter().take(MAX_FORM_VALUES) {
            let own = text.split_once('-').map(|(country, _)| country);
            let code = match own {
                Some(country) => subdivisions::normalize(country, text),
                None => places.iter().find_map(|country| subdivisions::normalize(country, text)),
            };
            if let Some(code) = code {
                whole.push(code);
            } else {
                let reason = format!("must be ISO 3166-2 codes, not `{text}`");
                faults.add(ErrorKey::InvalidParameter, Field::States, reason);
            }
        }
        Some(whole)
    }

    /// The sent lists of categories. The library's own ones get their stored spelling, ignoring case and
    /// accents; of BISAC, only known headings are accepted.
    async fn resolve_categories(
        &self,
        op: &Operation,
        faults: &mut Faults,
    ) -> Result<BTreeMap<CategoryType, Vec<Category>>> {
        let mut lists = BTreeMap::new();
        if let Some(names) = &self.categories {
            let known = if names.is_empty() { Vec::new() } else { categories::list_names(op).await? };
            let known: BTreeMap<String, String> =
                known.into_iter().map(|name| (name_key(&name), name)).collect();
            let own = names.iter().map(|name| known.get(&name_key(name)).unwrap_or(name));
            lists.insert(CategoryType::Service, deduplicate(own.map(Category::service)));
        }
        if let Some(names) = &self.bisac {
            let asked: Vec<&str> = names.iter().take(MAX_FORM_VALUES).map(String::as_str).collect();
            let known = store::bisac::find_by_names(op.db(), &asked).await?;
            lists.insert(CategoryType::Bisac, deduplicate(find_headings(&asked, &known, faults)));
        }
        Ok(lists)
    }
}

/// The headings with these codes or descriptions. Adds a fault for each that does not exist.
fn find_headings(asked: &[&str], known: &[BisacHeading], faults: &mut Faults) -> Vec<Category> {
    let mut found = Vec::new();
    for name in asked {
        let folded = name.to_lowercase();
        let is_it = |heading: &&BisacHeading| {
            heading.code.eq_ignore_ascii_case(name) || heading.description.to_lowercase() == folded
        };
        if let Some(heading) = known.iter().find(is_it) {
            found.push(Category::bisac(&heading.code, &heading.description));
        } else {
            let reason = Reason::from("must be codes or descriptions of ")
                .then_list(ValueList::BisacCodes)
                .then_text(format!(", not `{name}`"));
            faults.add(ErrorKey::InvalidParameter, Field::BisacCategories, reason);
        }
    }
    found
}

/// Each value once, in order. Of too many, which are refused, only as many as allowed are checked.
pub fn deduplicate<T: PartialEq>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut all = Vec::new();
    for value in values.into_iter().take(MAX_FORM_VALUES) {
        if !all.contains(&value) {
            all.push(value);
        }
    }
    all
}

pub fn distinct_values<T, U: PartialEq>(list: Option<Vec<T>>, value: impl Fn(T) -> U) -> Option<Vec<U>> {
    list.map(|values| deduplicate(values.into_iter().map(value)))
}

/// Thema codes, each once, without their names.
pub fn thema_codes(codes: Vec<Thema>) -> Vec<ThemaCode> {
    let codes = codes.into_iter().take(MAX_FORM_VALUES);
    thema::deduplicate(codes.map(|Thema(code)| ThemaCode { name: None, code }))
}
