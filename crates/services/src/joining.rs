//! Joining a library on its pages, by readers and by organizations (docs/rules/joining.md). A request is
//! stored until the holder of the email address opens the link that is sent to it; only then is there an
//! account.

use domain::accounts::{Account, Membership, Role};
use domain::agreements::{Agreement, AgreementType};
use domain::ids::{OrganizationId, SiteId};
use domain::joining::{
    Applicant, JoinOutcome, JoinRequest, JoiningRules, OrganizationApplicant, OrganizationJoining,
    ReaderApplicant,
};
use domain::organizations::Organization;
use domain::peers::Peer;
use domain::subscription_types::for_organization;
use domain::subscriptions::Subscription;
use jobs::emails::{SendEmail, enqueue};
use store::throttle::{self, AttemptKind};
use store::{Tx, join_requests};

use crate::accounts::user_exists_on_conflict;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::keys::ErrorKey;
use crate::library::Library;
use crate::organizations::insert_with_contact;
use crate::values::{Email, NewPassword};

/// Who may join on the pages of a site.
///
/// # Errors
/// Those of the database.
pub async fn rules(library: &Library, site: &SiteId) -> Result<JoiningRules> {
    Ok(store::sites::joining_rules(&library.db, site).await?)
}

/// A change of who may join; `None` keeps a rule.
#[derive(Debug, Clone, Copy, Default)]
pub struct JoiningChange {
    pub readers: Option<bool>,
    pub organizations: Option<OrganizationJoining>,
}

/// Changes who may join on the pages of a site. Returns the rules that are then valid.
///
/// # Errors
/// `FORBIDDEN` for everybody but the operator; `INVALID_PARAMETER` for an unknown site.
pub async fn change_rules(cx: &Context<'_>, site: &SiteId, change: JoiningChange) -> Result<JoiningRules> {
    cx.demand_operator()?;
    let mut tx = cx.db.begin().await?;
    let before = store::sites::joining_rules(&mut tx, site).await?;
    let rules = JoiningRules {
        readers: change.readers.unwrap_or(before.readers),
        organizations: change.organizations.unwrap_or(before.organizations),
    };
    if !store::sites::set_joining_rules(&mut tx, site, rules).await? {
        return Err(Error::Explained(ErrorKey::InvalidParameter, format!("there is no site {site}")));
    }
    tx.commit().await?;
    Ok(rules)
}

/// The types that an organization chooses from.
///
/// # Errors
/// Those of the database.
pub async fn organization_types(
    library: &Library,
) -> Result<Vec<domain::organization_types::OrganizationType>> {
    Ok(store::organization_types::list(&library.db).await?)
}

/// Stores a request to join, and sends the link to its email address. If the address belongs to an account,
/// its owner gets an email that says so instead: neither the result nor its time says whether there is one.
///
/// # Errors
/// `FORBIDDEN` if the site admits no such applicants; [`Error::Wait`] if too many emails were requested for
/// this address or from this network.
pub async fn request(
    library: &Library,
    site: &SiteId,
    applicant: Applicant,
    email: &Email,
    language: &str,
    peer: &Peer,
) -> Result<()> {
    if !rules(library, site).await?.admits(&applicant) {
        return Err(ErrorKey::Forbidden.into());
    }
    let (email, now, network) = (&email.0, library.current_time(), peer.failure_key(&email.0));
    if let Some(wait) =
        throttle::remaining_delay(&library.db, AttemptKind::Join, email, &network, now).await?
    {
        tracing::warn!(address = peer.log_address(), "no email: too many requests to join");
        return Err(Error::retry_after(wait, "Too many emails were requested; try again later."));
    }
    let owner = store::accounts::by_login(&library.db, email).await?;
    let notice = match owner {
        Some((account, _)) => SendEmail::AlreadyJoined { account: account.id, language: language.to_owned() },
        None => SendEmail::JoinRequested { request: store::random_id(&mut library.request_rng()) },
    };
    let mut tx = library.db.begin().await?;
    throttle::record_failure(&mut tx, AttemptKind::Join, email, &network, now).await?;
    if let SendEmail::JoinRequested { request: id } = &notice {
        let request = JoinRequest {
            id: id.clone(),
            site: site.clone(),
            email: email.clone(),
            applicant,
            language: language.to_owned(),
            requested: now,
        };
        join_requests::insert(&mut tx, &request).await?;
    }
    enqueue(&mut tx, &notice, now).await?;
    Ok(tx.commit().await?)
}

/// The request that the key of an email is for. `None` if the key is unknown, used or too old.
///
/// # Errors
/// Those of the database.
pub async fn find_by_key(library: &Library, key: &str) -> Result<Option<JoinRequest>> {
    Ok(join_requests::by_key(&library.db, &oauth::tokens::hash_token(key), library.current_time()).await?)
}

/// Creates the account of a request, with the password that its owner has chosen; of an organization also the
/// organization, with its agreement and subscription. Returns `None` if another request has just used the
/// key.
///
/// # Errors
/// `FORBIDDEN` if the site no longer admits such applicants; `USER_EXISTS`, `ORGANIZATION_EXISTS`;
/// `TOO_MANY_REQUESTS` if too many passwords are being hashed.
pub async fn redeem(
    library: &Library,
    request: &JoinRequest,
    password: &NewPassword,
) -> Result<Option<JoinOutcome>> {
    let rules = rules(library, &request.site).await?;
    if !rules.admits(&request.applicant) {
        return Err(ErrorKey::Forbidden.into());
    }
    // Hashed before the transaction begins: hashing is slow, and SQLite has one writer.
    let hash = library.hash_password(&password.0, None).await?;
    let mut tx = library.db.begin().await?;
    if !join_requests::delete(&mut tx, &request.id).await? {
        tx.rollback().await?;
        return Ok(None);
    }
    let joined = match &request.applicant {
        Applicant::Reader(applicant) => {
            let account = reader_account(library, request, applicant);
            store::accounts::insert(&mut tx, &account, Some(&hash)).await.map_err(user_exists_on_conflict)?;
            JoinOutcome::Reader
        }
        Applicant::Organization(applicant) => {
            let awaits_review = rules.organizations == OrganizationJoining::Reviewed;
            let id = register(&mut tx, library, request, applicant, &hash, awaits_review).await?;
            JoinOutcome::Organization { id, awaits_review }
        }
    };
    tx.commit().await?;
    tracing::info!(site = %request.site, "somebody has joined on the pages");
    Ok(Some(joined))
}

/// A new account with the confirmed address, in the language of the page.
fn account(library: &Library, request: &JoinRequest, role: Role) -> Account {
    let id = store::random_id(&mut library.request_rng()).into();
    let mut account = Account::new(id, request.site.clone(), role, library.current_time());
    account.set_email(request.email.clone());
    account.language = domain::languages::alpha3(&request.language).map(str::to_owned);
    account
}

fn reader_account(library: &Library, request: &JoinRequest, applicant: &ReaderApplicant) -> Account {
    let mut account = account(library, request, Role::Individual);
    account.name = applicant.name.clone();
    account.guardian.clone_from(&applicant.guardian);
    account.date_of_birth = Some(applicant.date_of_birth);
    account.address.country = Some(applicant.country.clone());
    account
}

/// Writes an organization with its primary contact. One that awaits review gets nothing until staff admit it.
async fn register(
    tx: &mut Tx,
    library: &Library,
    request: &JoinRequest,
    applicant: &OrganizationApplicant,
    hash: &str,
    awaits_review: bool,
) -> Result<OrganizationId> {
    let id = OrganizationId(store::random_id(&mut library.request_rng()));
    let mut contact = account(library, request, Role::OrganizationSponsor);
    contact.name = applicant.contact.clone();
    let membership = Membership::new(id.clone());
    contact.membership = Some(Membership { title: Some(applicant.contact_title.clone()), ..membership });
    let offered = store::subscription_types::list_for_site(&mut *tx, &request.site).await?;
    let kind = for_organization(&offered, &applicant.kind);
    let organization = Organization {
        phone_number: applicant.phone_number.clone(),
        reference_org_id: applicant.reference_organization.clone(),
        primary_contact: Some(contact.id.clone()),
        agreement_signed: true,
        subscription_type: kind.map(|kind| kind.name.clone()),
        suspended: awaits_review,
        can_create_users: !awaits_review,
        ..Organization::new(
            id.clone(),
            request.site.clone(),
            applicant.name.clone(),
            applicant.kind.clone(),
            applicant.address.clone(),
        )
    };
    let subscription: Option<Subscription> = kind.cloned().and_then(|kind| {
        kind.begin(store::random_id(&mut library.request_rng()).into(), library.current_time())
    });
    let agreement = Agreement {
        id: store::random_id(&mut library.request_rng()).into(),
        account: contact.id.clone(),
        kind: AgreementType::TermsOfUse,
        date_signed: library.current_time(),
        date_expired: None,
        print_name: contact.display_name(),
        recorded_by: Some(contact.id.clone()),
        signed_by_legal_guardian: false,
    };
    insert_with_contact(tx, &organization, &contact, Some(hash), Some(&agreement), subscription.as_ref())
        .await?;
    Ok(id)
}
