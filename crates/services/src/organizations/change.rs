//! Changes of an organization.

use domain::organizations::BookLimit;
use domain::staff_decisions::AdmissionOutcome;
use domain::{Address, AuditedAct, Organization};
use jobs::emails::{SendEmail, enqueue};
use store::Tx;
use store::organization_admissions::AdmissionDecision;

use super::{OrganizationView, lock_managed, view_organization};
use crate::values::{Country, Text, WebAddress};
use crate::{Change, ErrorKey, Faults, Operation, Result, ShortText, set_country_and_state};

/// Details of an organization, which its primary contact may change too. What is not sent stays; what a new
/// one must have is never cleared.
#[derive(Debug, Clone, Default)]
pub struct OrganizationChange {
    pub organization_name: Option<ShortText>,
    /// First line of the address.
    pub address1: Option<ShortText>,
    /// Second line of the address.
    pub address2: Change<ShortText>,
    pub city: Option<ShortText>,
    /// ISO 3166-2, with or without the country.
    pub state: Change<ShortText>,
    /// ISO 3166-1 alpha-2.
    pub country: Option<Country>,
    pub postal_code: Option<ShortText>,
    pub phone_number: Change<ShortText>,
    pub website: Change<WebAddress>,
    /// Default for new members: adult titles are left out.
    pub safe_search: Option<bool>,
    /// Members may download what they find themselves.
    pub allow_search_downloads: Option<bool>,
}

/// Properties of an organization that only membership staff decide. `None` keeps a field.
#[derive(Debug, Clone, Default)]
pub struct Terms {
    /// A rider to the agreement is on file.
    pub rider_signed: Option<bool>,
    /// A current signed organizational agreement is on file.
    pub agreement_signed: Option<bool>,
    /// Members may get titles from the national source for pupils.
    pub can_download_nimac: Option<bool>,
    /// Sponsors may add members and verify their proof of disability.
    pub can_create_users: Option<bool>,
    pub suspended: Option<bool>,
    pub unreported: Option<bool>,
    /// Books per 30 days, shared by all.
    pub num_books_allowed: Option<BookLimit>,
    pub notes: Change<Text<4000>>,
    pub service_plus: Option<bool>,
    pub reading_companion: Option<bool>,
}

#[derive(Debug, Clone, Default)]
pub struct StaffOrganizationChange {
    pub details: OrganizationChange,
    pub terms: Terms,
}

/// Changes an organization.
///
/// # Errors
/// The faults of the request; `ORGANIZATION_NOT_FOUND`; `OPERATION_NOT_ALLOWED` to end the suspension of an
/// organization that is erased, or is going to be.
pub async fn change(
    op: &Operation,
    id: &str,
    change: StaffOrganizationChange,
    mut faults: Faults,
) -> Result<OrganizationView> {
    let StaffOrganizationChange { details, terms } = change;
    details.validate(&mut faults);
    let mut tx = op.db().begin().await?;
    let (mut organization, mut faults) = faults.report_before(lock_managed(op, &mut tx, id).await)?;
    details.apply_to(&mut organization, &mut faults);
    faults.into_result()?;
    let was_suspended = organization.suspended;
    terms.apply_to(&mut organization);
    store::organizations::update(&mut tx, &organization).await?;
    if was_suspended && !organization.suspended {
        refuse_erased(&mut tx, &organization).await?;
        end_wait_for_admission(op, &mut tx, &organization).await?;
    }
    op.commit_change(tx, AuditedAct::ChangeOrganization, &organization.id).await?;
    view_organization(op, organization).await
}

/// Refuses an organization that is erased, or is going to be.
pub(crate) async fn refuse_erased(tx: &mut Tx, organization: &Organization) -> Result<()> {
    match store::erasures::find_of_organization(&mut *tx, &organization.id).await? {
        Some(_) => Err(ErrorKey::OperationNotAllowed.into()),
        None => Ok(()),
    }
}

/// An organization whose suspension ends while it waits for its admission is admitted.
async fn end_wait_for_admission(op: &Operation, tx: &mut Tx, organization: &Organization) -> Result<()> {
    let decision = AdmissionDecision {
        decided: op.now,
        decided_by: op.signed_in_id().cloned(),
        outcome: AdmissionOutcome::Admitted,
        remark: None,
    };
    if store::organization_admissions::decide(&mut *tx, &organization.id, &decision).await? {
        send_admission_notice(op, tx, organization).await?;
    }
    Ok(())
}

/// Enqueues the email that tells the primary contact whether the organization is admitted.
pub(crate) async fn send_admission_notice(
    op: &Operation,
    tx: &mut Tx,
    organization: &Organization,
) -> Result<()> {
    if let Some(account) = organization.primary_contact.clone() {
        let email = SendEmail::AdmissionDecided { account, organization: organization.id.clone() };
        enqueue(tx, &email, op.now).await?;
    }
    Ok(())
}

impl OrganizationChange {
    /// Adds the faults that do not depend on the organization.
    fn validate(&self, faults: &mut Faults) {
        if let Some(country) = &self.country {
            set_country_and_state(&mut Address::default(), Some(country.clone()), self.state.clone(), faults);
        }
    }

    /// Applies what was sent; every fault is added.
    pub fn apply_to(self, organization: &mut Organization, faults: &mut Faults) {
        let address = &mut organization.address;
        set_country_and_state(address, self.country, self.state, faults);
        for (change, field) in [
            (self.address1, &mut address.address1),
            (self.city, &mut address.city),
            (self.postal_code, &mut address.postal_code),
        ] {
            if let Some(ShortText(text)) = change {
                *field = Some(text);
            }
        }
        self.address2.map(|text| text.0).apply_to_field(&mut address.address2);
        self.phone_number.map(|text| text.0).apply_to_field(&mut organization.phone_number);
        self.website.map(|site| site.0).apply_to_field(&mut organization.web_site);
        if let Some(ShortText(name)) = self.organization_name {
            organization.name = name;
        }
        organization.safe_search = self.safe_search.unwrap_or(organization.safe_search);
        let downloads = &mut organization.allow_search_downloads;
        *downloads = self.allow_search_downloads.unwrap_or(*downloads);
    }
}

impl Terms {
    fn apply_to(self, organization: &mut Organization) {
        for (sent, field) in [
            (self.rider_signed, &mut organization.rider_signed),
            (self.agreement_signed, &mut organization.agreement_signed),
            (self.can_download_nimac, &mut organization.can_download_nimac),
            (self.can_create_users, &mut organization.can_create_users),
            (self.suspended, &mut organization.suspended),
            (self.unreported, &mut organization.unreported),
            (self.service_plus, &mut organization.service_plus),
            (self.reading_companion, &mut organization.reading_companion),
        ] {
            *field = sent.unwrap_or(*field);
        }
        if let Some(limit) = self.num_books_allowed {
            organization.books_allowed = limit.books();
        }
        self.notes.map(|text| text.0).apply_to_field(&mut organization.notes);
    }
}
