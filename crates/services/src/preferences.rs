//! Reading preferences: a user's own, and those that sponsors and membership staff manage
//! (docs/rules/accounts.md#rule-7).

use domain::change::set_if_given;
use domain::members::is_member_of;
use domain::preferences::BrailleFormat;
use domain::{Account, AccountId, AuditedAct, BrailleGrade, Format, OrganizationId, Preferences};
use store::Tx;

use crate::accounts::{find_managed, lock_managed, lock_open};
use crate::{Change, ErrorKey, Faults, Field, Operation, Reason, Result, members};

/// Changes of preferences; `None` keeps a field.
#[derive(Debug, Clone, Default)]
pub struct PreferenceChange {
    pub allow_adult_content: Option<bool>,
    /// All titles are listed, including closed ones.
    pub show_all_books: Option<bool>,
    pub show_recommendations: Option<bool>,
    /// ISO 639-2 alpha-3.
    pub language: Change<String>,
    pub format: Change<Format>,
    /// All further formats that the person reads.
    pub more_formats: Option<Vec<Format>>,
    /// Contracted or uncontracted.
    pub braille_grade: Option<BrailleGrade>,
    /// Refreshable or embossable; a change is sent together with the line width.
    pub braille_format: Option<BrailleFormat>,
    pub braille_cell_line_width: Option<i32>,
    /// Unified English Braille.
    pub use_ueb: Option<bool>,
    pub skip_upgrade_reminder: Option<bool>,
}

/// An account with its preferences; some of them are fields of the account itself.
#[derive(Debug, Clone)]
pub struct AccountPreferences {
    pub account: Account,
    pub preferences: Preferences,
}

pub async fn get(op: &Operation) -> Result<AccountPreferences> {
    with_preferences(op, op.account()?.clone()).await
}

async fn with_preferences(op: &Operation, account: Account) -> Result<AccountPreferences> {
    let preferences = store::preferences::get(op.db(), &account.id).await?;
    Ok(AccountPreferences { account, preferences })
}

/// The preferences of an account that staff manage: `USER_NOT_FOUND`.
pub async fn get_for_account(op: &Operation, name: &str) -> Result<AccountPreferences> {
    op.require_membership_staff()?;
    let account = find_managed(op, name).await?;
    with_preferences(op, account).await
}

/// The preferences of a member of the sponsor's organization: `USER_NOT_FOUND`.
pub async fn get_for_member(op: &Operation, name: &str) -> Result<AccountPreferences> {
    let member = members::find_person(op, &op.require_sponsor()?.organization.id, name).await?;
    with_preferences(op, member.account).await
}

/// Changes the user's own preferences.
///
/// # Errors
/// The faults of the request, for example `CONFLICTING_PARAMETERS` for a braille format and a line width that
/// do not fit.
pub async fn change(op: &Operation, form: PreferenceChange, faults: Faults) -> Result<AccountPreferences> {
    let mut tx = op.db().begin().await?;
    let account = lock_open(&mut tx, op.account_id()?).await;
    apply_change(op, tx, account, form, faults).await
}

/// Keeps with the user's account how the library's pages show text.
pub async fn keep_display(op: &Operation, display: String) -> Result<()> {
    let mut tx = op.db().begin().await?;
    // The account's row is the lock: another change of the same preferences is not lost.
    lock_open(&mut tx, op.account_id()?).await?;
    let mut preferences = store::preferences::get(&mut tx, op.account_id()?).await?;
    preferences.display = Some(display);
    store::preferences::set(&mut tx, op.account_id()?, &preferences).await?;
    Ok(tx.commit().await?)
}

/// Changes the preferences of an account that staff manage: the faults of the request, `USER_NOT_FOUND`,
/// `OPERATION_NOT_ALLOWED`.
pub async fn change_for(
    op: &Operation,
    name: &str,
    form: PreferenceChange,
    faults: Faults,
) -> Result<AccountPreferences> {
    op.require_membership_staff()?;
    let mut tx = op.db().begin().await?;
    let account = lock_managed(op, &mut tx, name).await;
    apply_change(op, tx, account, form, faults).await
}

/// Changes the preferences of a member of the sponsor's organization: the faults of the request,
/// `USER_NOT_FOUND`.
pub async fn change_for_member(
    op: &Operation,
    name: &str,
    form: PreferenceChange,
    faults: Faults,
) -> Result<AccountPreferences> {
    let organization = &op.require_sponsor()?.organization.id;
    let member = members::find_person(op, organization, name).await;
    let mut tx = op.db().begin().await?;
    let member = match member {
        Ok(member) => lock_member(&mut tx, organization, &member.account.id).await,
        Err(error) => Err(error),
    };
    apply_change(op, tx, member, form, faults).await
}

/// Locks a member, who may have left the organization meanwhile.
async fn lock_member(tx: &mut Tx, organization: &OrganizationId, id: &AccountId) -> Result<Account> {
    let account = lock_open(tx, id).await?;
    if is_member_of(&account, organization) { Ok(account) } else { Err(ErrorKey::UserNotFound.into()) }
}

/// Changes the preferences of an account that the transaction holds. If there is no such account, what is
/// wrong with the request is reported first. The audit records who changes those of another person.
async fn apply_change(
    op: &Operation,
    mut tx: Tx,
    account: Result<Account>,
    form: PreferenceChange,
    mut faults: Faults,
) -> Result<AccountPreferences> {
    if account.is_err() {
        form.validate(&mut faults);
    }
    let (mut account, mut faults) = faults.report_before(account)?;
    let mut preferences = store::preferences::get(&mut tx, &account.id).await?;
    form.apply_to(&mut account, &mut preferences, &mut faults);
    faults.into_result()?;
    store::accounts::update(&mut tx, &account).await?;
    store::preferences::set(&mut tx, &account.id, &preferences).await?;
    if op.signed_in_id() != Some(&account.id) {
        op.record_change(&mut tx, AuditedAct::ChangePreferences, &account.id).await?;
    }
    tx.commit().await?;
    Ok(AccountPreferences { account, preferences })
}

impl PreferenceChange {
    /// Adds what is wrong with it whatever the preferences were before.
    fn validate(&self, faults: &mut Faults) {
        if self.braille_format.is_some() && self.braille_cell_line_width.is_some() {
            self.set_braille(&mut Preferences::default(), faults);
        }
    }

    fn set_braille(&self, preferences: &mut Preferences, faults: &mut Faults) {
        // A value that could not be read cannot contradict the other one.
        if faults.has_field(Field::BrailleFormat) || faults.has_field(Field::BrailleCellLineWidth) {
            return;
        }
        if let Err(conflict) = preferences.set_braille(self.braille_format, self.braille_cell_line_width) {
            let reason = Reason::from_field(Field::BrailleFormat)
                .then_text(", ")
                .then_field(Field::BrailleCellLineWidth)
                .then_text(format!(": {conflict}"));
            faults.add_of_request(ErrorKey::ConflictingParameters, reason);
        }
    }

    fn apply_to(self, account: &mut Account, preferences: &mut Preferences, faults: &mut Faults) {
        self.set_braille(preferences, faults);
        if let Some(choice) = self.allow_adult_content {
            account.allow_adult_content = Some(choice);
        }
        set_if_given(&mut account.show_all_books, self.show_all_books);
        self.language.apply_to_field(&mut account.language);
        set_if_given(&mut preferences.show_recommendations, self.show_recommendations);
        self.format.apply_to_field(&mut preferences.format);
        set_if_given(&mut preferences.more_formats, self.more_formats);
        set_if_given(&mut preferences.braille_grade, self.braille_grade);
        set_if_given(&mut preferences.use_ueb, self.use_ueb);
        set_if_given(&mut preferences.skip_upgrade_reminder, self.skip_upgrade_reminder);
    }
}
