//! Schools, as students state them.

use domain::AccountId;
use domain::students::StudentProfile;

use crate::sql::TableRow;
use crate::{Conn, Record as _, Result, record};

record! { StudentProfile { organization_name, reference_org_id, grade } }

/// An account's school; empty if nothing was stated.
pub async fn get(conn: impl Conn, account: &AccountId) -> Result<StudentProfile> {
    Ok(find(conn, account).await?.unwrap_or_default())
}

/// The school that an account stated, or that there is none; `None` if nothing was stated.
pub async fn find(mut conn: impl Conn, account: &AccountId) -> Result<Option<StudentProfile>> {
    conn.fetch_optional(StudentProfile::select_from("student_profiles WHERE account_id = $1").bind(account))
        .await
}

/// Replaces an account's school.
pub async fn set(mut conn: impl Conn, account: &AccountId, profile: &StudentProfile) -> Result<()> {
    let row = TableRow::new("student_profiles")
        .set("account_id", account)
        .set("organization_name", profile.organization_name.as_deref())
        .set("reference_org_id", profile.reference_org_id.as_deref())
        .set("grade", profile.grade.as_deref());
    conn.execute(row.upsert(&["account_id"])).await.map(drop)
}
