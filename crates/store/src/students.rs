//! Schools, as students state them.

use domain::AccountId;
use domain::students::StudentProfile;

use crate::{Conn, Result, Sql};

/// An account's school; empty if nothing was stated.
pub async fn get(conn: impl Conn, account: &AccountId) -> Result<StudentProfile> {
    Ok(find(conn, account).await?.unwrap_or_default())
}

/// The school that an account stated, or that there is none; `None` if nothing was stated.
pub async fn find(mut conn: impl Conn, account: &AccountId) -> Result<Option<StudentProfile>> {
    let statement = Sql::new(
        "SELECT organization_name, reference_org_id, grade FROM student_profiles WHERE account_id = $1",
    )
    .bind(account.as_str());
    let row = conn.fetch_optional::<(Option<String>, Option<String>, Option<String>)>(statement).await?;
    Ok(row.map(|(organization_name, reference_org_id, grade)| StudentProfile {
        organization_name,
        reference_org_id,
        grade,
    }))
}

/// Replaces an account's school.
pub async fn set(mut conn: impl Conn, account: &AccountId, profile: &StudentProfile) -> Result<()> {
    let statement = Sql::new(
        "INSERT INTO student_profiles (account_id, organization_name, reference_org_id, grade) \
         VALUES ($1, $2, $3, $4) ON CONFLICT (account_id) DO UPDATE SET \
         organization_name = excluded.organization_name, reference_org_id = excluded.reference_org_id, \
         grade = excluded.grade",
    )
    .bind(account.as_str())
    .bind(profile.organization_name.as_deref())
    .bind(profile.reference_org_id.as_deref())
    .bind(profile.grade.as_deref());
    conn.execute(statement).await.map(|_| ())
}
