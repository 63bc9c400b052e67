//! Changes of a member (docs/rules/organizations.md#rule-5).

use std::collections::BTreeSet;

use domain::change::set_if_given;
use domain::members::is_member_of;
use domain::{Account, AccountId, AuditedAct, DisabilityPlan, DisabilityType, Organization, OrganizationId};
use jiff::civil::Date;
use store::Tx;
use store::members::Member;

use super::{check_tag, find_person, get};
use crate::accounts::user_exists_on_conflict;
use crate::proofs::refresh_submissions;
use crate::values::{Grade, UserName};
use crate::{
    Change, ErrorKey, Faults, Field, NewPassword, Operation, Result, ShortText, check_birth_date,
    missing_companion,
};

/// Changes of a member; `None` keeps a field. Names, sign-in and disabilities can be changed of accounts
/// that are nothing but members.
#[derive(Debug, Clone, Default)]
pub struct ChangeMember {
    pub first_name: Option<ShortText>,
    pub last_name: Option<ShortText>,
    /// Name to sign in by, together with the password; without it the member can no longer sign in.
    pub username: Change<UserName>,
    /// A new password, together with the user name.
    pub password: Change<NewPassword>,
    /// The disabilities that the organization verified, all of them.
    pub disability_type: Option<BTreeSet<DisabilityType>>,
    /// The plans, all of them.
    pub disability_plan: Option<BTreeSet<DisabilityPlan>>,
    pub date_of_birth: Option<Date>,
    pub grade: Option<Grade>,
    /// On the quick list of the sponsor who acts.
    pub on_quick_list: Option<bool>,
    /// District and school: a roster tag of the organization.
    pub roster_tag_id: Change<i64>,
    /// Adult titles are left out of searches.
    pub safe_search: Option<bool>,
    /// The member may download what was not assigned; without a value the organization's counts.
    pub allow_search_downloads: Change<bool>,
}

#[derive(Debug, Clone, Copy)]
pub struct MemberAddress<'a> {
    pub organization: &'a Organization,
    /// The account identifier or the user name.
    pub who: &'a str,
}

/// Changes a member of an organization, and returns the member as it is now. A new password ends the member's
/// sign-ins. The audit records that the member is shown.
///
/// # Errors
/// The faults of the request; `USER_NOT_FOUND` for anyone who is not a member of it; `NOT_MANAGEABLE` for
/// what a linked account manages itself; `USER_EXISTS` for the user name.
pub async fn change(
    op: &Operation,
    MemberAddress { organization, who }: MemberAddress<'_>,
    form: ChangeMember,
    mut faults: Faults,
) -> Result<Member> {
    form.validate(op.today(), &mut faults);
    check_tag(op, organization, form.roster_tag_id.value().copied(), &mut faults).await?;
    faults.into_result()?;
    let member = find_person(op, &organization.id, who).await?.account;
    form.require_own_fields(&member)?;
    let id = member.id;
    // Hashed before the transaction begins: hashing is slow, and SQLite has one writer.
    let hash = op.hash_if_sent(form.password.value()).await?;
    let ends_sign_in = hash.is_none() && form.username == Change::Clear;
    let mut tx = op.db().begin().await?;
    form.apply_in(op, &mut tx, &organization.id, &id).await?;
    if let Some(hash) = hash {
        store::passwords::change_password(&mut tx, &id, &hash, false, op.now).await?;
    } else if ends_sign_in {
        store::accounts::set_password_hash(&mut tx, &id, None, true).await?;
        store::tokens::revoke_account(&mut tx, &id, op.now).await?;
    }
    op.commit_change(tx, AuditedAct::ChangeMember, &id).await?;
    get(op, &organization.id, id.as_str()).await
}

impl ChangeMember {
    /// Adds what is wrong with it beyond single values.
    fn validate(&self, today: Date, faults: &mut Faults) {
        use Change::{Clear, Keep, Set};
        self.validate_values(today, faults);
        // What cannot be read is not missing.
        if faults.has_field(Field::Username) || faults.has_field(Field::Password) {
            return;
        }
        match (&self.username, &self.password) {
            (Set(_), Keep | Clear) => faults.push(missing_companion(Field::Password, Field::Username)),
            (Keep | Clear, Set(_)) => faults.push(missing_companion(Field::Username, Field::Password)),
            (Keep, Clear) => faults.add(ErrorKey::InvalidParameter, Field::Password, "must not be empty"),
            (Set(_), Set(_)) | (Clear, Keep | Clear) | (Keep, Keep) => {}
        }
    }

    /// Adds what is wrong with it whatever becomes of the sign-in.
    pub(super) fn validate_values(&self, today: Date, faults: &mut Faults) {
        if let Some(born) = self.date_of_birth {
            check_birth_date(born, today, faults);
        }
    }

    /// Refuses to change what a linked account manages itself (docs/rules/organizations.md#rule-5).
    pub(super) fn require_own_fields(&self, member: &Account) -> Result<()> {
        if self.is_protected() && !member.is_sponsor_manageable() {
            return Err(ErrorKey::NotManageable.into());
        }
        Ok(())
    }

    /// Returns true if it asks for what linked accounts manage themselves.
    fn is_protected(&self) -> bool {
        self.first_name.is_some()
            || self.last_name.is_some()
            || self.username != Change::Keep
            || self.password != Change::Keep
            || self.disability_type.is_some()
            || self.disability_plan.is_some()
    }

    /// Changes everything but the password; the rules are applied to the data stored at this moment.
    async fn apply_in(
        self,
        op: &Operation,
        tx: &mut Tx,
        organization: &OrganizationId,
        id: &AccountId,
    ) -> Result<()> {
        let account = store::accounts::get_for_update(&mut *tx, id).await?;
        let theirs = account.filter(|account| is_member_of(account, organization));
        let mut account = theirs.ok_or(ErrorKey::UserNotFound)?;
        self.require_own_fields(&account)?;
        if let Some(kinds) = &self.disability_type {
            store::members::set_school_disabilities(tx, id, kinds, op.now).await?;
            refresh_submissions(op, tx, &[id].into()).await?;
        }
        if let (Some(listed), Some(sponsor)) = (self.on_quick_list, op.signed_in_id()) {
            store::quick_lists::set(&mut *tx, sponsor, id, listed, op.now).await?;
        }
        self.write_to(&mut account);
        store::accounts::update(tx, &account).await.map_err(user_exists_on_conflict)?;
        Ok(())
    }

    pub(super) fn write_to(self, account: &mut Account) {
        set_if_given(&mut account.name.first, self.first_name.map(|name| name.0));
        set_if_given(&mut account.name.last, self.last_name.map(|name| name.0));
        if self.username == Change::Clear {
            // The email address signs in, too, and receives the email with the link to a new password.
            account.email = None;
        }
        self.username.map(|name| name.0).apply_to_field(&mut account.username);
        set_if_given(&mut account.safe_search, self.safe_search);
        if let Some(born) = self.date_of_birth {
            account.date_of_birth = Some(born);
        }
        let Some(place) = &mut account.membership else { return };
        if let Some(Grade(code)) = self.grade {
            place.grade = Some(code);
        }
        set_if_given(&mut place.plans, self.disability_plan);
        self.roster_tag_id.apply_to_field(&mut place.roster_tag);
        self.allow_search_downloads.apply_to_field(&mut place.allow_search_downloads);
    }
}
