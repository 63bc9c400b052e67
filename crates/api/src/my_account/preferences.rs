//! Preferences of the caller; sponsors and membership staff read and write those of others with the same form
//! (docs/rules/accounts.md#rule-7).

use domain::preferences::BrailleFormat;
use domain::{BrailleGrade, Format};
use services::preferences::{self, PreferenceChange};

use crate::http::{Change, InRole, Json, Language, OneOf, ParamDraft, Replace, Result, SignedIn};
use crate::records::PreferencesRecord;
use crate::{endpoints, params, routes};

endpoints! {
    "My account": get_my_preferences, put_my_preferences;
}

params! {
    /// The preference form (docs/rules/accounts.md#rule-7): omitted parameters keep their value.
    pub struct PreferenceForm into PreferenceChange, .. {
        /// Adult titles are open.
        allow_adult_content: Replace<bool>,
        /// All titles are listed, including inaccessible ones.
        show_all_books: Replace<bool>,
        /// Recommendations are shown.
        show_recommendations: Replace<bool>,
        /// ISO 639-2 alpha-3.
        language: Change<Language>,
        /// Format to download in.
        format: Change<Format>,
        /// contracted or uncontracted.
        braille_grade: Replace<OneOf<BrailleGrade>>,
        /// refreshable or embossable; a change is sent together with the line width.
        braille_format: Replace<OneOf<BrailleFormat>>,
        /// Cells per line: refreshable 18, 20, 32, 40, 70, 80; embossable 28, 40.
        braille_cell_line_width: Replace<i32>,
        /// Unified English Braille.
        use_ueb: Replace<bool>,
        /// No reminders to upgrade.
        skip_upgrade_reminder: Replace<bool>,
    }
}

/// Get the caller's preferences
#[endpoint::get("/v2/myAccount/preferences", returns "The preferences, including defaults")]
pub async fn get_my_preferences(InRole { api, op, .. }: InRole<SignedIn>) -> Result<Json<PreferencesRecord>> {
    let preferred = preferences::get(&op).await?;
    let address = api.absolute_url(routes::MY_PREFERENCES);
    Ok(Json(PreferencesRecord::new(&preferred, true, op.today(), address)))
}

/// Change the caller's preferences
///
/// Omitted parameters keep their value. Braille format and line width must be changed together.
#[endpoint::put(
    "/v2/myAccount/preferences", returns "The preferences",
    errors(ConflictingParameters: "braille format and width"),
)]
pub async fn put_my_preferences(
    InRole { api, op, .. }: InRole<SignedIn>,
    draft: ParamDraft<PreferenceForm>,
) -> Result<Json<PreferencesRecord>> {
    let (form, faults) = draft.valid_params()?;
    let preferred = preferences::change(&op, form.into_request(), faults).await?;
    let address = api.absolute_url(routes::MY_PREFERENCES);
    Ok(Json(PreferencesRecord::new(&preferred, true, op.today(), address)))
}
