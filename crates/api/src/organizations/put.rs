//! PUT /v2/organizations/{organizationId} (docs/rules/organizations.md#rule-10).

use domain::organizations::BookLimit;
use services::organizations::{self, StaffOrganizationChange};

use super::{OrganizationDetails, record};
use crate::http::{
    Change, InRole, Json, MembershipStaff, OneOf, ParamDraft, Replace, Result, Segments, Text,
};
use crate::records::OrganizationRecord;
use crate::{joint_params, params};

params! {
    /// Terms of an organization that only membership staff may set: omitted parameters keep their value.
    pub struct OrganizationTerms into organizations::Terms {
        /// A rider to the agreement is on file.
        rider_signed: Replace<bool>,
        /// A current signed organizational agreement is on file.
        agreement_signed: Replace<bool>,
        /// Members may get titles from the national source for students.
        can_download_nimac: Replace<bool>,
        /// Sponsors may add members and verify their proof of disability.
        can_create_users: Replace<bool>,
        /// All its downloads are stopped.
        suspended: Replace<bool>,
        /// Excluded from reports.
        unreported: Replace<bool>,
        /// Books per 30 days, shared by all members.
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
    /// What to change of an organization; omitted parameters keep their value.
    pub struct PutOrganization {
        /// Details that its primary contact may change too.
        details: OrganizationDetails,
        /// Terms that only staff may set.
        terms: OrganizationTerms,
    }
}

/// Change an organization
///
/// Omitted parameters keep their value; an empty value clears a nullable one.
#[endpoint::put(
    "/v2/organizations/{organizationId}", returns "The organization",
    errors(OrganizationNotFound: "unknown, or of another site"),
)]
pub async fn put_organization(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    Segments(id): Segments<String>,
    draft: ParamDraft<PutOrganization>,
) -> Result<Json<OrganizationRecord>> {
    let (form, faults) = draft.valid_params()?;
    let change =
        StaffOrganizationChange { details: form.details.into_request(), terms: form.terms.into_request() };
    let shown = organizations::change(&op, &id, change, faults).await?;
    Ok(Json(record(&api, &op, shown)?))
}
