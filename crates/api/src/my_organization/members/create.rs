//! POST /v2/myOrganization/members (document 2; spec 4, 4.8).

use axum::extract::State;
use domain::accounts::{Account, Membership};
use domain::proofs::ProofSource;

use super::{check_tag, summary};
use crate::http::audit::Audit;
use crate::http::created::Created;
use crate::http::errors::{ErrorBody, ErrorKey, Result};
use crate::http::params::Draft;
use crate::http::roles::{AdminKey, Sponsor};
use crate::my_account::put::taken;
use crate::organizations::members::MemberForm;
use crate::records::MemberSummary;
use crate::routes;
use crate::state::Api;
use crate::{joint_params, params};

params! {
    /// A new member's place among the others.
    pub struct MemberPlace {
        /// On the own quick list; true when absent.
        on_quick_list: Option<bool>,
        /// District and school: a roster tag of the organization.
        roster_tag_id: Option<i64>,
    }
}

joint_params! {
    /// A new member.
    pub struct CreateMember {
        /// The member.
        member: MemberForm,
        /// The place among the others.
        place: MemberPlace,
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
    mut draft: Draft<CreateMember>,
) -> Result<Created<MemberSummary>> {
    let organization = sponsor.organization()?;
    MemberForm::judge(&mut draft, sponsor.0.caller.today());
    let tag = draft.peek::<Option<i64>>("rosterTagId").flatten();
    check_tag(&api, &sponsor, tag, &mut draft.faults).await?;
    let CreateMember { member, place } = draft.finish()?;
    if !organization.can_create_users {
        return Err(ErrorKey::CannotCreateUsers.into());
    }
    let hash = api.hash_if_sent(member.password.as_ref()).await?;
    let (disabilities, now) = (member.disabilities(), sponsor.0.now());
    let account = placed(member.account(&api, organization, now), &place);
    let mut tx = api.db.begin().await?;
    store::accounts::insert(&mut tx, &account, hash.as_deref()).await.map_err(taken)?;
    store::proofs::add_all(&mut tx, &account.id, &disabilities, ProofSource::SchoolVerified, now).await?;
    if place.on_quick_list.unwrap_or(true) {
        store::quick_lists::set(&mut tx, sponsor.0.id(), &account.id, true, now).await?;
    }
    tx.commit().await?;
    let record = summary(&api, &sponsor, &audit, account.id.as_str()).await?;
    Ok(Created { location: api.url(&routes::my_member(&account.id)), record })
}

/// The account with its district and school.
fn placed(mut account: Account, place: &MemberPlace) -> Account {
    account.membership =
        account.membership.map(|known| Membership { roster_tag: place.roster_tag_id, ..known });
    account
}
