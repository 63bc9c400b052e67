//! Recommendation profiles: a user's own, and those that membership staff manage
//! (docs/rules/recommendations.md#rule-6).

use std::collections::HashMap;

use domain::artifacts::Gender;
use domain::recommendation_profiles::RecommendationProfile;
use domain::{Account, ContentWarning, NarratorType, Site, WireEnum};
use store::Tx;

use crate::accounts::{find_managed, lock_managed, lock_open};
use crate::{Change, ErrorKey, Faults, Field, Operation, Result};

const MAX_LIST_ITEMS: usize = 100;

/// Changes of a profile; a list that is sent replaces the stored one, `None` keeps it.
#[derive(Debug, Clone)]
pub struct ProfileChange {
    /// Titles of other sites too.
    pub include_global_collection: Change<bool>,
    /// Synthetic or human voice.
    pub narrator_type: Change<NarratorType>,
    pub narrator_gender: Change<Gender>,
    pub reading_age: Change<i32>,
    /// Titles with any of these are left out.
    pub excluded_content_warnings: Option<Vec<ContentWarning>>,
    /// Deprecated: titles with these are welcome.
    pub included_content_warnings: Option<Vec<ContentWarning>>,
    /// Names of categories that are left out.
    pub excluded_categories: Option<Vec<String>>,
    /// Names of categories that are raised.
    pub included_categories: Option<Vec<String>>,
    /// Display names of authors that are left out.
    pub excluded_authors: Option<Vec<String>>,
    /// Display names of authors that are raised.
    pub included_authors: Option<Vec<String>>,
}

#[derive(Debug, Clone)]
pub struct Profile {
    pub account: Account,
    pub profile: RecommendationProfile,
    pub site: Site,
    /// BISAC codes of the profile's categories that are BISAC headings, by name.
    pub bisac: HashMap<String, String>,
}

/// The user's own profile.
pub async fn get(op: &Operation) -> Result<Profile> {
    profile_of(op, op.account()?.clone()).await
}

async fn profile_of(op: &Operation, account: Account) -> Result<Profile> {
    let profile = store::recommendation_profiles::get(op.db(), &account.id).await?;
    to_profile(op, account, profile).await
}

/// The profile of an account that staff manage: `USER_NOT_FOUND`.
pub async fn get_managed(op: &Operation, name: &str) -> Result<Profile> {
    op.require_membership_staff()?;
    let account = find_managed(op, name).await?;
    profile_of(op, account).await
}

/// Changes the user's own profile: the faults of the request.
pub async fn change(op: &Operation, form: ProfileChange, faults: Faults) -> Result<Profile> {
    form.validate(faults).into_result()?;
    let mut tx = op.db().begin().await?;
    let account = lock_open(&mut tx, op.account_id()?).await?;
    apply_change(op, tx, account, form).await
}

/// Changes the profile of an account that staff manage: the faults of the request, `USER_NOT_FOUND`,
/// `OPERATION_NOT_ALLOWED`.
pub async fn change_for(op: &Operation, name: &str, form: ProfileChange, faults: Faults) -> Result<Profile> {
    op.require_membership_staff()?;
    form.validate(faults).into_result()?;
    let mut tx = op.db().begin().await?;
    let account = lock_managed(op, &mut tx, name).await?;
    apply_change(op, tx, account, form).await
}

/// Changes the profile of an account that the transaction holds: concurrent changes do not undo each other.
async fn apply_change(op: &Operation, mut tx: Tx, account: Account, form: ProfileChange) -> Result<Profile> {
    let mut profile = store::recommendation_profiles::get(&mut tx, &account.id).await?;
    form.apply_to(&mut profile);
    store::recommendation_profiles::set(&mut tx, &account.id, &profile).await?;
    tx.commit().await?;
    to_profile(op, account, profile).await
}

async fn to_profile(op: &Operation, account: Account, profile: RecommendationProfile) -> Result<Profile> {
    let site = store::sites::get(op.db(), &account.site).await?.ok_or(ErrorKey::InternalError)?;
    let names: Vec<&str> =
        profile.included_categories.iter().chain(&profile.excluded_categories).map(String::as_str).collect();
    let headings = store::bisac::find_by_descriptions(op.db(), &names).await?;
    let bisac = headings.into_iter().map(|heading| (heading.description, heading.code)).collect();
    Ok(Profile { account, profile, site, bisac })
}

impl ProfileChange {
    /// Adds the faults of lists that are too long.
    fn validate(&self, mut faults: Faults) -> Faults {
        for (field, list) in [
            (Field::ExcludedCategories, &self.excluded_categories),
            (Field::IncludedCategories, &self.included_categories),
            (Field::ExcludedAuthors, &self.excluded_authors),
            (Field::IncludedAuthors, &self.included_authors),
        ] {
            if list.as_ref().is_some_and(|list| list.len() > MAX_LIST_ITEMS) {
                faults.add(
                    ErrorKey::InvalidParameter,
                    field,
                    format!("must be {MAX_LIST_ITEMS} values at most"),
                );
            }
        }
        faults
    }

    fn apply_to(self, profile: &mut RecommendationProfile) {
        self.include_global_collection.apply_to_field(&mut profile.include_global_collection);
        self.narrator_type.apply_to_field(&mut profile.narrator_type);
        self.narrator_gender.apply_to_field(&mut profile.narrator_gender);
        self.reading_age.apply_to_field(&mut profile.reading_age);
        set_warnings(&mut profile.excluded_content_warnings, self.excluded_content_warnings);
        set_warnings(&mut profile.included_content_warnings, self.included_content_warnings);
        set_strings(&mut profile.excluded_categories, self.excluded_categories);
        set_strings(&mut profile.included_categories, self.included_categories);
        set_strings(&mut profile.excluded_authors, self.excluded_authors);
        set_strings(&mut profile.included_authors, self.included_authors);
    }
}

fn set_warnings(field: &mut Vec<ContentWarning>, sent: Option<Vec<ContentWarning>>) {
    if let Some(sent) = sent {
        *field = ContentWarning::ALL.iter().copied().filter(|warning| sent.contains(warning)).collect();
    }
}

/// Sets a list of strings, without repetitions, in the order sent.
fn set_strings(field: &mut Vec<String>, sent: Option<Vec<String>>) {
    let Some(values) = sent else { return };
    field.clear();
    for value in values {
        if !field.contains(&value) {
            field.push(value);
        }
    }
}
