//! Preferences: the own ones here; sponsors and membership staff read and write others' by the same form
//! (documents 2 and 3).

pub mod get;
pub mod put;

use domain::accounts::Account;
use domain::artifacts::BrailleGrade;
use domain::formats::Format;
use domain::ids::AccountId;
use domain::preferences::{BrailleFormat, Preferences};
use jiff::civil::Date;
use store::Tx;

use crate::http::errors::{ErrorKey, Result};
use crate::http::faults::Faults;
use crate::http::params::{Change, Draft, Replace};
use crate::http::values::{Language, OneOf};
use crate::params;
use crate::records::PreferencesRecord;
use crate::state::Api;

params! {
    /// The preference form (document 2): what is not sent stays.
    pub struct PreferenceForm {
        /// Adult titles are open.
        allow_adult_content: Replace<bool>,
        /// All titles are listed, the closed ones too.
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
        /// Cells of a line: refreshable 18, 20, 32, 40, 70, 80; embossable 28, 40.
        braille_cell_line_width: Replace<i32>,
        /// Unified English Braille.
        use_ueb: Replace<bool>,
        /// No reminders to upgrade.
        skip_upgrade_reminder: Replace<bool>,
    }
}

/// The preferences of an account, found at `address`; `edits`: the caller may change them.
pub async fn of(
    api: &Api,
    account: &Account,
    edits: bool,
    today: Date,
    address: String,
) -> Result<PreferencesRecord> {
    let preferences = store::preferences::get(&api.db, &account.id).await?;
    Ok(PreferencesRecord::new(account, &preferences, edits, today, address))
}

/// Changes the preferences of an account that the transaction holds: those that the account has itself there, the
/// others beside it. The transaction ends. Where there is no such account, what is wrong with the form comes first.
pub async fn change(
    mut tx: Tx,
    account: Result<Account>,
    draft: Draft<PreferenceForm>,
    today: Date,
    address: impl FnOnce(&AccountId) -> String,
) -> Result<PreferencesRecord> {
    let (form, mut faults) = draft.partial()?;
    if account.is_err() {
        form.judge(&mut faults);
    }
    let (mut account, mut faults) = faults.before(account)?;
    let mut preferences = store::preferences::get(&mut tx, &account.id).await?;
    form.apply(&mut account, &mut preferences, &mut faults);
    faults.finish()?;
    let address = address(&account.id);
    store::accounts::update(&mut tx, &account).await?;
    store::preferences::set(&mut tx, &account.id, &preferences).await?;
    tx.commit().await?;
    Ok(PreferencesRecord::new(&account, &preferences, true, today, address))
}

impl PreferenceForm {
    /// Adds what is wrong with it whatever was preferred before.
    fn judge(&self, faults: &mut Faults) {
        if self.braille_format.0.is_some() && self.braille_cell_line_width.0.is_some() {
            self.set_braille(&mut Preferences::default(), faults);
        }
    }

    fn set_braille(&self, preferences: &mut Preferences, faults: &mut Faults) {
        // Of one that cannot be read nothing is known that the other could contradict.
        if faults.has("brailleFormat") || faults.has("brailleCellLineWidth") {
            return;
        }
        let (format, width) = (self.braille_format.0.map(|f| f.0), self.braille_cell_line_width.0);
        if let Err(conflict) = preferences.set_braille(format, width) {
            let message = format!("brailleFormat, brailleCellLineWidth: {conflict}");
            faults.add(ErrorKey::ConflictingParameters, message);
        }
    }

    fn apply(self, account: &mut Account, preferences: &mut Preferences, faults: &mut Faults) {
        self.set_braille(preferences, faults);
        if let Some(choice) = self.allow_adult_content.0 {
            account.allow_adult_content = Some(choice);
        }
        set(&mut account.show_all_books, self.show_all_books);
        self.language.map(|language| language.0).apply(&mut account.language);
        set(&mut preferences.show_recommendations, self.show_recommendations);
        self.format.apply(&mut preferences.format);
        set(&mut preferences.braille_grade, Replace(self.braille_grade.0.map(|grade| grade.0)));
        set(&mut preferences.use_ueb, self.use_ueb);
        set(&mut preferences.skip_upgrade_reminder, self.skip_upgrade_reminder);
    }
}

fn set<T>(field: &mut T, new: Replace<T>) {
    if let Some(value) = new.0 {
        *field = value;
    }
}
