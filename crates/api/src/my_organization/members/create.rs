//! POST /v2/myOrganization/members (document 2; spec 4, 4.8).

use std::collections::BTreeSet;

use axum::extract::State;
use domain::accounts::{Account, Membership, Role};
use domain::contributors::Name;
use domain::ids::AccountId;
use domain::organizations::Organization;
use domain::proofs::{DisabilityPlan, DisabilityType};
use jiff::Timestamp;
use jiff::civil::Date;

use super::{check_tag, missing, summary};
use crate::http::audit::Audit;
use crate::http::created::Created;
use crate::http::errors::{ErrorBody, ErrorKey, Result};
use crate::http::faults::{Faults, birth_date};
use crate::http::params::{Params, Required};
use crate::http::roles::{AdminKey, Sponsor};
use crate::http::values::{Grade, NewPassword, OneOf, ShortText};
use crate::my_account::put::taken;
use crate::params;
use crate::records::MemberSummary;
use crate::routes;
use crate::state::Api;

params! {
    /// A new member.
    pub struct CreateMember {
        /// Given name.
        first_name: Required<ShortText>,
        /// Family name.
        last_name: Required<ShortText>,
        /// YYYY-MM-DD.
        date_of_birth: Required<Date>,
        /// Grade code: ONIX code list 77, in the United Kingdom BIC.
        grade: Required<Grade>,
        /// Name to sign in by; without it the member cannot.
        username: Option<ShortText>,
        /// 8 to 32 characters, at least one letter and one number; together with username.
        password: Option<NewPassword>,
        /// Disabilities that the organization verified.
        disability_type: Vec<OneOf<DisabilityType>>,
        /// Plans of a pupil.
        disability_plan: Vec<OneOf<DisabilityPlan>>,
        /// On the own quick list; true when absent.
        on_quick_list: Option<bool>,
        /// District and school: a roster tag of the organization.
        roster_tag_id: Option<i64>,
    }
}

/// Add a member to the own organization
///
/// The disabilities that are named count as verified by the school.
#[utoipa::path(
    post, path = "/v2/myOrganization/members", tag = "My organization", operation_id = "create_my_member",
    request_body(content = CreateMember, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!("Sponsors, with a key that has the privilege sponsorAdmin"))),
    responses(
        (status = 201, description = "The member", body = MemberSummary),
        (status = 400, description = "MISSING_PARAMETER, INVALID_PARAMETER, INVALID_DATE, INVALID_PASSWORD",
            body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
        (status = 403, description = "CLIENT_NOT_ALLOWED, NOT_SPONSOR, CANNOT_CREATE_USERS", body = ErrorBody),
        (status = 409, description = "USER_EXISTS: the user name is taken", body = ErrorBody),
    )
)]
pub async fn create_my_member(
    State(api): State<Api>,
    AdminKey(sponsor): AdminKey<Sponsor>,
    audit: Audit,
    Params(params): Params<CreateMember>,
) -> Result<Created<MemberSummary>> {
    let organization = sponsor.organization()?;
    let mut faults = params.faults(sponsor.0.caller.today());
    check_tag(&api, &sponsor, params.roster_tag_id, &mut faults).await?;
    faults.finish()?;
    if !organization.can_create_users {
        return Err(ErrorKey::CannotCreateUsers.into());
    }
    let hash = match &params.password {
        Some(password) => Some(api.hash_password(&password.0).await?),
        None => None,
    };
    let id = AccountId(store::random_id(&mut api.rng()));
    let now = sponsor.0.now();
    let disabilities: BTreeSet<DisabilityType> = params.disability_type.iter().map(|kind| kind.0).collect();
    let listed = params.on_quick_list.unwrap_or(true);
    let account = params.account(id, organization, now);
    let mut tx = api.db.begin().await?;
    store::accounts::insert(&mut tx, &account, hash.as_deref()).await.map_err(taken)?;
    store::members::set_disabilities(&mut tx, &account.id, &disabilities, now).await?;
    if listed {
        store::quick_lists::set(&mut tx, sponsor.0.id(), &account.id, true, now).await?;
    }
    tx.commit().await?;
    let record = summary(&api, &sponsor, &audit, account.id.as_str()).await?;
    Ok(Created { location: api.url(&routes::my_member(&account.id)), record })
}

impl CreateMember {
    fn faults(&self, today: Date) -> Faults {
        let mut faults = Faults::default();
        birth_date(self.date_of_birth.0, today, &mut faults);
        match (&self.username, &self.password) {
            (Some(_), None) => faults.push(missing("password", "username")),
            (None, Some(_)) => faults.push(missing("username", "password")),
            _ => {}
        }
        faults
    }

    fn account(self, id: AccountId, organization: &Organization, now: Timestamp) -> Account {
        let place = Membership {
            grade: Some(self.grade.0.0),
            plans: self.disability_plan.into_iter().map(|plan| plan.0).collect(),
            roster_tag: self.roster_tag_id,
            ..Membership::new(organization.id.clone())
        };
        Account {
            name: Name::new(self.first_name.0.0, self.last_name.0.0),
            date_of_birth: Some(self.date_of_birth.0),
            needs_new_password: self.password.is_none(),
            username: self.username.map(|name| name.0),
            safe_search: organization.safe_search,
            membership: Some(place),
            ..Account::new(id, organization.site.clone(), Role::OrganizationMember, now)
        }
    }
}
