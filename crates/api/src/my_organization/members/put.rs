//! PUT /v2/myOrganization/members/{userIdentifier} (document 2; spec 4, 4.8).

use std::collections::BTreeSet;

use axum::extract::State;
use domain::accounts::Account;
use domain::ids::AccountId;
use domain::members::is_member_of;
use domain::proofs::{DisabilityPlan, DisabilityType};
use jiff::Timestamp;
use jiff::civil::Date;
use store::Tx;

use super::{check_tag, demand_manageable, person, summary};
use crate::http::audit::Audit;
use crate::http::errors::{ErrorBody, ErrorKey, Result};
use crate::http::faults::{Faults, birth_date, missing};
use crate::http::json::Json;
use crate::http::params::{Change, Draft, Replace, ReplaceList};
use crate::http::path::Segments;
use crate::http::roles::Sponsor;
use crate::http::values::{Grade, NewPassword, OneOf, ShortText, UserName};
use crate::my_account::put::taken;
use crate::params;
use crate::records::MemberSummary;
use crate::state::Api;

params! {
    /// What to change of a member; what is not sent stays.
    pub struct PutMember {
        /// Given name; where sponsorManageable.
        first_name: Replace<ShortText>,
        /// Family name; where sponsorManageable.
        last_name: Replace<ShortText>,
        /// Name to sign in by, together with password; sent empty the member can no longer sign in. Where
        /// sponsorManageable.
        username: Change<UserName>,
        /// A new password, together with username; where sponsorManageable.
        password: Change<NewPassword>,
        /// The disabilities that the organization verified, all of them; where sponsorManageable.
        disability_type: ReplaceList<OneOf<DisabilityType>>,
        /// The plans, all of them; where sponsorManageable.
        disability_plan: ReplaceList<OneOf<DisabilityPlan>>,
        /// YYYY-MM-DD.
        date_of_birth: Replace<Date>,
        /// Grade code: ONIX code list 77, in the United Kingdom BIC.
        grade: Replace<Grade>,
        /// On the own quick list.
        on_quick_list: Replace<bool>,
        /// District and school: a roster tag of the organization.
        roster_tag_id: Change<i64>,
        /// Adult titles are left out of searches.
        safe_search: Replace<bool>,
        /// The member may download what was not assigned; sent empty the organization's value counts.
        allow_search_downloads: Change<bool>,
    }
}

/// Change a member of the own organization
///
/// What is not sent stays. A new password ends the member's sign-ins.
#[utoipa::path(
    put, path = "/v2/myOrganization/members/{userIdentifier}", tag = "My organization",
    operation_id = "put_my_member",
    params(("userIdentifier" = String, Path, description = "User name or userAccountId")),
    request_body(content = PutMember, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!("Sponsors"))),
    responses(
        (status = 200, description = "The member", body = MemberSummary),
        (status = 400, description = "MISSING_PARAMETER, INVALID_PARAMETER, INVALID_DATE, INVALID_PASSWORD",
            body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
        (status = 403, description = "NOT_SPONSOR; NOT_MANAGEABLE: a linked account", body = ErrorBody),
        (status = 404, description = "USER_NOT_FOUND: no member of the organization", body = ErrorBody),
        (status = 409, description = "USER_EXISTS: the user name is taken", body = ErrorBody),
    )
)]
pub async fn put_my_member(
    State(api): State<Api>,
    sponsor: Sponsor,
    audit: Audit,
    Segments(name): Segments<String>,
    draft: Draft<PutMember>,
) -> Result<Json<MemberSummary>> {
    let (form, mut faults) = draft.partial()?;
    form.judge(sponsor.0.caller.today(), &mut faults);
    if let Change::Set(tag) = form.roster_tag_id {
        check_tag(&api, &sponsor, Some(tag), &mut faults).await?;
    }
    faults.finish()?;
    let member = person(&api, &sponsor, &name).await?.account;
    if form.is_protected() {
        demand_manageable(&member)?;
    }
    let id = member.id;
    // Hashed before the transaction begins: it takes long, and SQLite has one writer.
    let sign_in = form.sign_in(&api).await?;
    let mut tx = api.db.begin().await?;
    form.change(&mut tx, &sponsor, &id).await?;
    sign_in.change(&mut tx, &id, sponsor.0.now()).await?;
    tx.commit().await?;
    Ok(Json(summary(&api, &sponsor, &audit, id.as_str()).await?))
}

/// How the member signs in from now on.
enum SignIn {
    /// As before.
    Same,
    /// Not at all.
    None,
    /// By a new password with this hash.
    New(String),
}

impl SignIn {
    async fn change(self, tx: &mut Tx, member: &AccountId, now: Timestamp) -> Result<()> {
        match self {
            Self::Same => {}
            Self::None => {
                store::accounts::set_password_hash(&mut *tx, member, None, true).await?;
                store::tokens::revoke_account(&mut *tx, member, now).await?;
            }
            Self::New(hash) => {
                store::passwords::change(&mut *tx, member, &hash, false, now).await?;
            }
        }
        Ok(())
    }
}

impl PutMember {
    /// Adds what is wrong with it beyond single values.
    fn judge(&self, today: Date, faults: &mut Faults) {
        use Change::{Clear, Keep, Set};
        if let Some(born) = self.date_of_birth.0 {
            birth_date(born, today, faults);
        }
        // What cannot be read is not missing.
        if faults.has("username") || faults.has("password") {
            return;
        }
        match (&self.username, &self.password) {
            (Set(_), Keep | Clear) => faults.push(missing("password", "username")),
            (Keep | Clear, Set(_)) => faults.push(missing("username", "password")),
            (Keep, Clear) => faults.add(ErrorKey::InvalidParameter, "password: must not be empty"),
            (Set(_), Set(_)) | (Clear, Keep | Clear) | (Keep, Keep) => {}
        }
    }

    async fn sign_in(&self, api: &Api) -> Result<SignIn> {
        Ok(match &self.password {
            Change::Set(password) => SignIn::New(api.hash_password(&password.0).await?),
            _ if self.username == Change::Clear => SignIn::None,
            _ => SignIn::Same,
        })
    }

    /// Whether it asks for what linked accounts manage themselves.
    fn is_protected(&self) -> bool {
        self.first_name.0.is_some()
            || self.last_name.0.is_some()
            || self.username != Change::Keep
            || self.password != Change::Keep
            || self.disability_type.0.is_some()
            || self.disability_plan.0.is_some()
    }

    /// Changes everything but the password; the rules are asked about what stands at this moment.
    async fn change(self, tx: &mut Tx, sponsor: &Sponsor, id: &AccountId) -> Result<()> {
        let now = sponsor.0.now();
        let account = store::accounts::for_update(&mut *tx, id).await?;
        let organization = sponsor.organization()?;
        let theirs = account.filter(|account| is_member_of(account, &organization.id));
        let mut account = theirs.ok_or(ErrorKey::UserNotFound)?;
        if self.is_protected() {
            demand_manageable(&account)?;
        }
        if let Some(kinds) = &self.disability_type.0 {
            let kinds: BTreeSet<DisabilityType> = kinds.iter().map(|kind| kind.0).collect();
            store::members::set_disabilities(tx, id, &kinds, now).await?;
        }
        if let Some(listed) = self.on_quick_list.0 {
            store::quick_lists::set(&mut *tx, sponsor.0.id(), id, listed, now).await?;
        }
        self.apply(&mut account);
        store::accounts::update(tx, &account).await.map_err(taken)?;
        Ok(())
    }

    fn apply(self, account: &mut Account) {
        set(&mut account.name.first, self.first_name.0.map(|name| name.0));
        set(&mut account.name.last, self.last_name.0.map(|name| name.0));
        if self.username == Change::Clear {
            // The e-mail address signs in, too, and brings a letter with the link to a new password.
            account.email = None;
        }
        self.username.map(|name| name.0).apply(&mut account.username);
        set(&mut account.safe_search, self.safe_search.0);
        if let Some(born) = self.date_of_birth.0 {
            account.date_of_birth = Some(born);
        }
        let Some(place) = &mut account.membership else { return };
        if let Some(Grade(code)) = self.grade.0 {
            place.grade = Some(code);
        }
        set(
            &mut place.plans,
            self.disability_plan.0.map(|plans| plans.into_iter().map(|plan| plan.0).collect()),
        );
        self.roster_tag_id.apply(&mut place.roster_tag);
        self.allow_search_downloads.apply(&mut place.allow_search_downloads);
    }
}

fn set<T>(field: &mut T, new: Option<T>) {
    if let Some(value) = new {
        *field = value;
    }
}
