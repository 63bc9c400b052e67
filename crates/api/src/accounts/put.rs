//! PUT /v2/accounts/{userIdentifier} (document 3).

use axum::extract::State;
use domain::accounts::{Account, Role, StaffedRole};
use domain::ids::SiteId;
use jiff::civil::Date;

use super::{WHO, demand_site, held, password, record, wanted_site};
use crate::http::audit::Audit;
use crate::http::errors::{ErrorBody, ErrorKey, Result};
use crate::http::faults::{Faults, missing};
use crate::http::json::Json;
use crate::http::params::{Draft, Replace};
use crate::http::path::Segments;
use crate::http::roles::{As, MembershipStaff};
use crate::http::values::{Email, OneOf, ShortText};
use crate::my_account::form::{AccountForm, Guardian};
use crate::my_account::put::taken;
use crate::records::UserAccount;
use crate::state::Api;
use crate::{joint_params, params};

params! {
    /// What membership staff change beside the details.
    pub struct Posting {
        /// Takes the place of the roles that staff give; roles in an organization stay.
        role: Replace<OneOf<StaffedRole>>,
        /// For administrators.
        site: Replace<ShortText>,
    }
}

joint_params! {
    /// What to change of an account; what is not sent stays.
    pub struct PutAccount {
        /// As everybody changes the own account.
        details: AccountForm,
        /// Beside them.
        posting: Posting,
    }
}

/// Change an account
///
/// What is not sent stays; an empty value clears what may be null. A new password ends the sign-ins there are, and must
/// be changed by the person.
#[utoipa::path(
    put, path = "/v2/accounts/{userIdentifier}", tag = "Membership: accounts", operation_id = "put_account",
    params(("userIdentifier" = String, Path, description = "User name or userAccountId")),
    request_body(content = PutAccount, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!(WHO))),
    responses(
        (status = 200, description = "The account", body = UserAccount),
        (status = 400, description = "MISSING_PARAMETER, INVALID_PARAMETER, INVALID_DATE, INVALID_COUNTRY, \
            INVALID_LANGUAGE, INVALID_PASSWORD, INVALID_EMAIL", body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
        (status = 403, description = "CLIENT_NOT_ALLOWED; FORBIDDEN: no membership staff, or another site; \
            OPERATION_NOT_ALLOWED: an administrator", body = ErrorBody),
        (status = 404, description = "USER_NOT_FOUND: nobody of the own site, or removed", body = ErrorBody),
        (status = 409, description = "USER_EXISTS: the e-mail address is taken", body = ErrorBody),
    )
)]
pub async fn put_account(
    State(api): State<Api>,
    As(staff): As<MembershipStaff>,
    As(audit): As<Audit>,
    Segments(name): Segments<String>,
    draft: Draft<PutAccount>,
) -> Result<Json<UserAccount>> {
    let today = staff.0.caller.today();
    let sends_password = draft.has("password");
    let (mut form, mut faults) = draft.partial()?;
    let site = form.posting.site(&api, &staff, &mut faults).await?;
    form.details.judge(today, &mut faults);
    // Hashed before the transaction begins: it takes long, and SQLite has one writer.
    let password = form.details.password.0.take().filter(|_| faults.is_empty());
    let hash = api.hash_if_sent(password.as_ref()).await?;
    let mut tx = api.db.begin().await?;
    let (mut account, mut faults) = faults.before(held(&mut tx, &staff, &name).await)?;
    names_and_passwords(&account, &form.details.email_address, sends_password, &mut faults);
    form.apply(&mut account, site, today, faults)?;
    demand_site(&staff.0, &account.site)?;
    store::accounts::update(&mut tx, &account).await.map_err(taken)?;
    if let Some(hash) = hash {
        password::change(&mut tx, &staff, &account, &hash).await?;
    }
    tx.commit().await?;
    Ok(Json(record(&api, &staff, &audit, &account.id).await?))
}

/// Who gets a name to sign in by gets a password with it, and the reverse (spec 4, 4.8).
fn names_and_passwords(account: &Account, email: &Replace<Email>, sends_password: bool, faults: &mut Faults) {
    if account.has_sign_in_name() || faults.has("emailAddress") {
        return;
    }
    match (email.0.is_some(), sends_password) {
        (true, false) => faults.push(missing("password", "emailAddress")),
        (false, true) => faults.push(missing("emailAddress", "password")),
        _ => {}
    }
}

impl Posting {
    /// The site to move to, when one is named.
    async fn site(&self, api: &Api, staff: &MembershipStaff, faults: &mut Faults) -> Result<Option<SiteId>> {
        match &self.site.0 {
            Some(site) => Ok(Some(wanted_site(api, &staff.0, Some(site), faults).await?)),
            None => Ok(None),
        }
    }
}

impl PutAccount {
    /// Applies everything but the password.
    fn apply(
        self,
        account: &mut Account,
        site: Option<SiteId>,
        today: Date,
        mut faults: Faults,
    ) -> Result<()> {
        let Self { details, posting } = self;
        let was_individual = account.is(Role::Individual);
        if let Some(role) = posting.role.0 {
            account.set_role(role.0);
        }
        let new_reader = account.is(Role::Individual) && !was_individual;
        let born = account.date_of_birth.is_some() || details.date_of_birth.value().is_some();
        if new_reader && !born && !faults.has("dateOfBirth") {
            faults.add(ErrorKey::MissingParameter, "dateOfBirth: is required of individual members");
        }
        if let Some(site) = site.filter(|site| *site != account.site) {
            if account.membership.is_some() {
                let text = "site: must be that of the organization, for people of an organization";
                faults.add(ErrorKey::InvalidParameter, text);
            }
            account.site = site;
        }
        let guardian = if new_reader { Guardian::Needed } else { Guardian::NeededWhenTold };
        details.apply(account, today, guardian, &mut faults);
        Ok(faults.finish()?)
    }
}
