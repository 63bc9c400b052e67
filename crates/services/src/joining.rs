//! Joining a library on its pages, by readers and by organizations (docs/rules/joining.md). A request is
//! stored until the holder of the email address opens the link that is sent to it; only then is there an
//! account.

use domain::admission::AdmissionRules;
use domain::joining::{
    Applicant, JoinOutcome, JoinRequest, JoiningRules, OrganizationApplicant, OrganizationJoining,
    ReaderApplicant,
};
use domain::organization_types::OrganizationType;
use domain::reference_organizations::ReferenceOrganization;
use domain::subscription_types::find_for_organization;
use domain::{Account, AuditSubject, AuditedAct, Membership, Organization, Peer, Role, SiteId};
use jobs::emails::{SendEmail, enqueue};
use store::throttle::{self, AttemptKind};
use store::{Tx, join_requests, reference_organizations};

use crate::accounts::password::check_email_rate;
use crate::accounts::user_exists_on_conflict;
use crate::organizations::{NewOrganization, insert_with_contact};
use crate::queries::find_if_some;
use crate::sites::unknown_site;
use crate::values::Email;
use crate::{ErrorKey, NewPassword, Operation, Result};

/// The rules for who may join on the pages of a site.
pub async fn rules(op: &Operation, site: &SiteId) -> Result<JoiningRules> {
    Ok(store::sites::joining_rules(op.db(), site).await?)
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
/// `FORBIDDEN` for everybody but administrators and the operator; `INVALID_PARAMETER` for an unknown
/// site.
pub async fn change_rules(op: &Operation, site: &SiteId, change: JoiningChange) -> Result<JoiningRules> {
    op.require_administrator()?;
    let mut tx = op.db().begin().await?;
    let before = store::sites::joining_rules(&mut tx, site).await?;
    let rules = JoiningRules {
        readers: change.readers.unwrap_or(before.readers),
        organizations: change.organizations.unwrap_or(before.organizations),
    };
    if !store::sites::set_joining_rules(&mut tx, site, rules).await? {
        return Err(unknown_site(site));
    }
    op.commit_change(tx, AuditedAct::ChangeSite, AuditSubject::Site(site)).await?;
    Ok(rules)
}

/// Those who may ask to join.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApplicantKind {
    Reader,
    Organization,
}

/// The ways to join a site, and what follows.
#[derive(Debug, Clone)]
pub struct JoinOverview {
    pub rules: JoiningRules,
    /// The proofs that suffice, and access while they are checked.
    pub admission: AdmissionRules,
    /// True if organizations can be found in the reference list.
    pub has_references: bool,
}

pub async fn describe(op: &Operation, site: &SiteId) -> Result<JoinOverview> {
    Ok(JoinOverview {
        rules: rules(op, site).await?,
        admission: store::sites::admission_rules(op.db(), site).await?,
        has_references: reference_organizations::has_entries(op.db()).await?,
    })
}

/// A form with which somebody asks to join.
#[derive(Debug, Clone, Copy)]
pub struct JoinFormRequest<'a> {
    pub kind: ApplicantKind,
    /// Identifier of the entry of the reference list that the form begins with.
    pub reference: Option<&'a str>,
}

/// The choices of a form with which somebody asks to join.
#[derive(Debug, Clone)]
pub struct JoinChoices {
    /// The types that an organization chooses from; empty for readers.
    pub organization_types: Vec<OrganizationType>,
    /// The entry of the reference list that the form begins with. `None` if none is named, or an unknown one.
    pub reference: Option<ChosenReference>,
}

/// An entry of the reference list that somebody has chosen.
#[derive(Debug, Clone)]
pub struct ChosenReference {
    pub entry: ReferenceOrganization,
    /// True if an organization of the site was registered from it.
    pub is_registered: bool,
}

/// The choices of the form for such applicants. `None` if the site does not admit them.
pub async fn find_choices(
    op: &Operation,
    site: &SiteId,
    form: JoinFormRequest<'_>,
) -> Result<Option<JoinChoices>> {
    let rules = rules(op, site).await?;
    match form.kind {
        ApplicantKind::Reader if rules.readers => {
            Ok(Some(JoinChoices { organization_types: Vec::new(), reference: None }))
        }
        ApplicantKind::Organization if rules.admits_organizations() => Ok(Some(JoinChoices {
            organization_types: store::organization_types::list(op.db()).await?,
            reference: choose_reference(op, site, form.reference).await?,
        })),
        ApplicantKind::Reader | ApplicantKind::Organization => Ok(None),
    }
}

async fn choose_reference(
    op: &Operation,
    site: &SiteId,
    id: Option<&str>,
) -> Result<Option<ChosenReference>> {
    let entry = find_if_some(id.map(|id| reference_organizations::get(op.db(), id))).await?;
    let Some(entry) = entry else { return Ok(None) };
    let is_registered = store::organizations::is_reference_registered(op.db(), site, &entry.id).await?;
    Ok(Some(ChosenReference { entry, is_registered }))
}

/// A request to join that is not stored yet.
#[derive(Debug)]
pub struct NewJoinRequest<'a> {
    pub site: &'a SiteId,
    pub applicant: Applicant,
    /// The address that the link is sent to.
    pub email: &'a Email,
    /// The language of the emails, as a BCP 47 tag.
    pub language: &'a str,
    /// The network address by which requests are counted.
    pub peer: &'a Peer,
}

/// Stores a request to join, and sends the link to its email address. If the address belongs to an account,
/// its owner gets an email that says so instead: neither the result nor its time says whether there is one.
///
/// # Errors
/// `FORBIDDEN` if the site admits no such applicants; [`Error::Wait`](crate::Error::Wait) if too many emails
/// were requested for this address or from this network.
pub async fn request(op: &Operation, new: NewJoinRequest<'_>) -> Result<()> {
    let NewJoinRequest { site, applicant, email, language, peer } = new;
    if !rules(op, site).await?.admits(&applicant) {
        return Err(ErrorKey::Forbidden.into());
    }
    let applicant = match applicant {
        Applicant::Organization(organization) => {
            Applicant::Organization(complete_from_reference(op, organization).await?)
        }
        Applicant::Reader(reader) => Applicant::Reader(reader),
    };
    let email = &email.0;
    let now = op.now;
    let network = check_email_rate(op, AttemptKind::Join, email, peer).await?;
    let owner = store::accounts::find_by_login(op.db(), email).await?;
    let notice = match owner {
        Some((account, _)) => SendEmail::AlreadyJoined { account: account.id, language: language.to_owned() },
        None => SendEmail::JoinRequested { request: op.random_id() },
    };
    let mut tx = op.db().begin().await?;
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

/// The organization with the whole address of the entry that it was chosen from, as far as the form repeats
/// that address. An unknown entry is left out.
async fn complete_from_reference(
    op: &Operation,
    mut organization: OrganizationApplicant,
) -> Result<OrganizationApplicant> {
    let id = organization.reference_org_id.as_ref();
    let entry = find_if_some(id.map(|id| reference_organizations::get(op.db(), id))).await?;
    organization.reference_org_id = entry.as_ref().map(|entry| entry.id.clone());
    if let Some(ReferenceOrganization { address, .. }) = entry {
        let typed = &organization.address;
        if typed.address1 == address.address1
            && typed.city == address.city
            && typed.postal_code == address.postal_code
            && typed.country == address.country
        {
            organization.address = address;
        }
    }
    Ok(organization)
}

/// The request that the key of an email is for. `None` if the key is unknown, used or too old.
pub async fn find_by_key(op: &Operation, key: &str) -> Result<Option<JoinRequest>> {
    Ok(join_requests::find_by_key(op.db(), &secrets::hash_token(key), op.now).await?)
}

/// Creates the account of a request, with the password that its owner has chosen; of an organization also the
/// organization, with its agreement and subscription. Returns `None` if another request has just used the
/// key.
///
/// # Errors
/// `FORBIDDEN` if the site no longer admits such applicants; `USER_EXISTS`, `ORGANIZATION_EXISTS`;
/// `TOO_MANY_REQUESTS` if too many passwords are being hashed.
pub async fn redeem(
    op: &Operation,
    request: &JoinRequest,
    password: &NewPassword,
) -> Result<Option<JoinOutcome>> {
    let rules = rules(op, &request.site).await?;
    if !rules.admits(&request.applicant) {
        return Err(ErrorKey::Forbidden.into());
    }
    // Hashed before the transaction begins: hashing is slow, and SQLite has one writer.
    let hash = op.hash_password(password).await?;
    let mut tx = op.db().begin().await?;
    if !join_requests::delete(&mut tx, &request.id).await? {
        tx.rollback().await?;
        return Ok(None);
    }
    let joined = match &request.applicant {
        Applicant::Reader(applicant) => {
            let account = reader_account(op, request, applicant);
            store::accounts::insert(&mut tx, &account, Some(&hash)).await.map_err(user_exists_on_conflict)?;
            op.record_change(&mut tx, AuditedAct::CreateAccount, &account.id).await?;
            JoinOutcome::Reader
        }
        Applicant::Organization(applicant) => {
            let awaits_review = rules.organizations == OrganizationJoining::Reviewed;
            write_registration(op, &mut tx, request, applicant, &hash, awaits_review).await?;
            JoinOutcome::Organization { awaits_review }
        }
    };
    tx.commit().await?;
    tracing::info!(site = %request.site, "somebody has joined on the pages");
    Ok(Some(joined))
}

/// A new account with the confirmed address, in the language of the page.
fn new_account(op: &Operation, request: &JoinRequest, role: Role) -> Account {
    let mut account = Account::new(op.random_id(), request.site.clone(), role, op.now);
    account.set_email(request.email.clone());
    account.language = domain::languages::alpha3(&request.language).map(str::to_owned);
    account
}

fn reader_account(op: &Operation, request: &JoinRequest, applicant: &ReaderApplicant) -> Account {
    let mut account = new_account(op, request, Role::Individual);
    account.name = applicant.name.clone();
    account.guardian.clone_from(&applicant.guardian);
    account.date_of_birth = Some(applicant.date_of_birth);
    account.address.country = Some(applicant.country.clone());
    account
}

/// Writes an organization with its primary contact. One that awaits review gets nothing until staff admit it.
async fn write_registration(
    op: &Operation,
    tx: &mut Tx,
    request: &JoinRequest,
    applicant: &OrganizationApplicant,
    hash: &str,
    awaits_review: bool,
) -> Result<()> {
    let organization = Organization {
        phone_number: applicant.phone_number.clone(),
        suspended: awaits_review,
        can_create_users: !awaits_review,
        reference_org_id: applicant.reference_org_id.clone(),
        ..Organization::new(
            op.random_id(),
            request.site.clone(),
            applicant.name.clone(),
            applicant.kind.clone(),
            applicant.address.clone(),
        )
    };
    let mut contact = new_account(op, request, Role::OrganizationSponsor);
    contact.name = applicant.contact.clone();
    let membership = Membership::new(organization.id.clone());
    contact.membership = Some(Membership { title: Some(applicant.contact_title.clone()), ..membership });
    let offered = store::subscription_types::list_for_site(&mut *tx, &request.site).await?;
    let subscription = find_for_organization(&offered, &applicant.kind).cloned();
    let new = NewOrganization { contact, password: Some(hash), subscription, has_signed: true };
    let organization = insert_with_contact(op, tx, organization, new).await?;
    if awaits_review {
        store::organization_admissions::request(&mut *tx, &organization.id, op.now).await?;
    }
    Ok(())
}
