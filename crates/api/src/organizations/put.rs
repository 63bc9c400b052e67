//! PUT /v2/organizations/{organizationId} (document 3).

use axum::extract::State;
use domain::organizations::{BookLimit, Organization};

use super::{OrganizationDetails, held, record};
use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::params::{Change, Draft, Replace};
use crate::http::path::Segments;
use crate::http::roles::MembershipStaff;
use crate::http::values::{OneOf, Text};
use crate::records::OrganizationRecord;
use crate::state::Api;
use crate::{joint_params, params};

params! {
    /// What only membership staff decide about an organization: what is not sent stays.
    pub struct OrganizationTerms {
        /// A rider to the agreement is on file.
        rider_signed: Replace<bool>,
        /// A current signed organizational agreement is on file.
        agreement_signed: Replace<bool>,
        /// Members may get titles from the national source for pupils.
        can_download_n_i_m_a_c: Replace<bool>,
        /// Sponsors may add members and verify their proof of disability.
        can_create_users: Replace<bool>,
        /// All its downloads are stopped.
        suspended: Replace<bool>,
        /// Left out of reports.
        unreported: Replace<bool>,
        /// Books per 30 days, shared by all.
        num_books_allowed: Replace<OneOf<BookLimit>>,
        /// Notes of the staff.
        notes: Change<Text<4000>>,
        /// Premium features.
        service_plus: Replace<bool>,
        /// The reading companion.
        reading_companion: Replace<bool>,
    }
}

joint_params! {
    /// What to change of an organization; what is not sent stays.
    pub struct PutOrganization {
        /// What its primary contact may change too.
        details: OrganizationDetails,
        /// What only staff decide.
        terms: OrganizationTerms,
    }
}

/// Change an organization
///
/// What is not sent stays; an empty value clears what may be null.
#[utoipa::path(
    put, path = "/v2/organizations/{organizationId}", tag = "Membership: organizations",
    operation_id = "put_organization",
    params(("organizationId" = String, Path, description = "Identifier of the organization")),
    request_body(content = PutOrganization, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!("Membership assistants, with keys that have the privilege membership"))),
    responses(
        (status = 200, description = "The organization", body = OrganizationRecord),
        (status = 400, description = "INVALID_PARAMETER, INVALID_COUNTRY", body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
        (status = 403, description = "CLIENT_NOT_ALLOWED, FORBIDDEN", body = ErrorBody),
        (status = 404, description = "ORGANIZATION_NOT_FOUND: unknown, or of another site", body = ErrorBody),
    )
)]
pub async fn put_organization(
    State(api): State<Api>,
    staff: MembershipStaff,
    Segments(id): Segments<String>,
    draft: Draft<PutOrganization>,
) -> Result<Json<OrganizationRecord>> {
    let (form, mut faults) = draft.partial()?;
    form.details.judge(&mut faults);
    let mut tx = api.db.begin().await?;
    let (mut organization, mut faults) = faults.before(held(&mut tx, &staff, &id).await)?;
    form.details.apply(&mut organization, &mut faults);
    faults.finish()?;
    form.terms.apply(&mut organization);
    store::organizations::update(&mut tx, &organization).await?;
    tx.commit().await?;
    Ok(Json(record(&api, &staff, organization).await?))
}

impl OrganizationTerms {
    fn apply(self, organization: &mut Organization) {
        for (sent, field) in [
            (self.rider_signed, &mut organization.rider_signed),
            (self.agreement_signed, &mut organization.agreement_signed),
            (self.can_download_n_i_m_a_c, &mut organization.can_download_nimac),
            (self.can_create_users, &mut organization.can_create_users),
            (self.suspended, &mut organization.suspended),
            (self.unreported, &mut organization.unreported),
            (self.service_plus, &mut organization.service_plus),
            (self.reading_companion, &mut organization.reading_companion),
        ] {
            *field = sent.0.unwrap_or(*field);
        }
        if let Some(OneOf(limit)) = self.num_books_allowed.0 {
            organization.books_allowed = limit.books();
        }
        self.notes.map(|text| text.0).apply(&mut organization.notes);
    }
}
