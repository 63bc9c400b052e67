//! Recommendation profiles: the own one here; membership staff read and write others' by the same form
//! (document 3).

pub mod get;
pub mod put;

use std::collections::HashMap;

use domain::accounts::Account;
use domain::artifacts::{Gender, NarratorType};
use domain::recommendation_profiles::RecommendationProfile;
use domain::sites::Site;
use domain::titles::ContentWarning;
use domain::wire::WireEnum;
use store::Tx;

use crate::http::errors::{ErrorKey, Result};
use crate::http::faults::Faults;
use crate::http::params::{Change, Draft, ReplaceList};
use crate::http::values::{OneOf, ShortText, Years};
use crate::params;
use crate::records::RecommendationProfileRecord;
use crate::state::Api;

/// Most values of one list.
const LONGEST: usize = 100;

params! {
    /// The form of a recommendation profile (spec 4, 1.3): a list sent replaces the stored one.
    pub struct RecommendationForm {
        /// Titles of other sites too.
        include_global_collection: Change<bool>,
        /// tts or human.
        narrator_type: Change<OneOf<NarratorType>>,
        /// male, female or otherNonBinary.
        narrator_gender: Change<OneOf<Gender>>,
        /// Reading age in years.
        reading_age: Change<Years>,
        /// Titles with any of these are left out.
        excluded_content_warnings: ReplaceList<OneOf<ContentWarning>>,
        /// Deprecated: titles with these are welcome.
        included_content_warnings: ReplaceList<OneOf<ContentWarning>>,
        /// Names of categories that are left out.
        excluded_categories: ReplaceList<ShortText>,
        /// Names of categories that are raised.
        included_categories: ReplaceList<ShortText>,
        /// Display names of authors that are left out.
        excluded_authors: ReplaceList<ShortText>,
        /// Display names of authors that are raised.
        included_authors: ReplaceList<ShortText>,
    }
}

/// The profile of an account, found at `address`; `edits`: the caller may change it.
pub async fn of(
    api: &Api,
    account: &Account,
    edits: bool,
    address: String,
) -> Result<RecommendationProfileRecord> {
    let profile = store::recommendation_profiles::get(&api.db, &account.id).await?;
    record(api, account, profile, edits, address).await
}

/// Changes the profile of an account that the transaction holds: two changes at once do not undo each other. The
/// transaction ends.
pub async fn change(
    api: &Api,
    mut tx: Tx,
    account: &Account,
    form: RecommendationForm,
    address: String,
) -> Result<RecommendationProfileRecord> {
    let mut profile = store::recommendation_profiles::get(&mut tx, &account.id).await?;
    form.apply(&mut profile);
    store::recommendation_profiles::set(&mut tx, &account.id, &profile).await?;
    tx.commit().await?;
    record(api, account, profile, true, address).await
}

async fn record(
    api: &Api,
    account: &Account,
    profile: RecommendationProfile,
    edits: bool,
    address: String,
) -> Result<RecommendationProfileRecord> {
    let site: Site = store::sites::get(&api.db, &account.site).await?.ok_or(ErrorKey::InternalError)?;
    let names: Vec<&str> =
        profile.included_categories.iter().chain(&profile.excluded_categories).map(String::as_str).collect();
    let headings = store::bisac::described(&api.db, &names).await?;
    let bisac: HashMap<String, String> = headings.into_iter().map(|h| (h.description, h.code)).collect();
    Ok(RecommendationProfileRecord::new(api, profile, &site, &bisac, edits, address))
}

impl RecommendationForm {
    /// The form, when nothing is wrong with it.
    pub fn of(mut draft: Draft<Self>) -> Result<Self> {
        if let Some(form) = draft.sketch::<Self>() {
            form.judge(&mut draft.faults);
        }
        draft.finish()
    }

    fn judge(&self, faults: &mut Faults) {
        let lists = [
            ("excludedCategories", &self.excluded_categories),
            ("includedCategories", &self.included_categories),
            ("excludedAuthors", &self.excluded_authors),
            ("includedAuthors", &self.included_authors),
        ];
        let too_long =
            |list: &ReplaceList<ShortText>| list.0.as_ref().is_some_and(|list| list.len() > LONGEST);
        for (name, _) in lists.iter().filter(|(_, list)| too_long(list)) {
            faults.add(ErrorKey::InvalidParameter, format!("{name}: must be {LONGEST} values at most"));
        }
    }

    fn apply(self, profile: &mut RecommendationProfile) {
        self.include_global_collection.apply(&mut profile.include_global_collection);
        self.narrator_type.map(|kind| kind.0).apply(&mut profile.narrator_type);
        self.narrator_gender.map(|gender| gender.0).apply(&mut profile.narrator_gender);
        self.reading_age.map(|years| years.0).apply(&mut profile.reading_age);
        warnings(&mut profile.excluded_content_warnings, self.excluded_content_warnings);
        warnings(&mut profile.included_content_warnings, self.included_content_warnings);
        texts(&mut profile.excluded_categories, self.excluded_categories);
        texts(&mut profile.included_categories, self.included_categories);
        texts(&mut profile.excluded_authors, self.excluded_authors);
        texts(&mut profile.included_authors, self.included_authors);
    }
}

fn warnings(field: &mut Vec<ContentWarning>, sent: ReplaceList<OneOf<ContentWarning>>) {
    if let Some(values) = sent.0 {
        let sent: Vec<ContentWarning> = values.into_iter().map(|value| value.0).collect();
        *field = ContentWarning::ALL.iter().copied().filter(|warning| sent.contains(warning)).collect();
    }
}

/// Without repetitions, in the order sent.
fn texts(field: &mut Vec<String>, sent: ReplaceList<ShortText>) {
    let Some(values) = sent.0 else { return };
    field.clear();
    for ShortText(value) in values {
        if !field.contains(&value) {
            field.push(value);
        }
    }
}
