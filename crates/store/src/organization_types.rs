//! Kinds of organizations.

use domain::organization_types::OrganizationType;

use crate::{Conn, Record as _, Result, Sql, record};

record! { OrganizationType { name, description } }

/// All types, in the order in which they are shown.
pub async fn list(mut conn: impl Conn) -> Result<Vec<OrganizationType>> {
    conn.fetch_all(OrganizationType::select_from("organization_types ORDER BY place, name")).await
}

/// Adds a type after the others, or replaces the description of the one of this name.
pub async fn set(mut conn: impl Conn, kind: &OrganizationType) -> Result<()> {
    let statement = Sql::new(
        "INSERT INTO organization_types (name, description, place) \
         SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), COALESCE(MAX(place), 0) + 1 FROM organization_types WHERE TRUE \
         ON CONFLICT (name) DO UPDATE SET description = excluded.description",
    )
    .bind_all((&kind.name, &kind.description));
    conn.execute(statement).await.map(drop)
}

/// Removes a type; organizations of this type stay what they are. False if the type does not exist.
pub async fn remove(mut conn: impl Conn, name: &str) -> Result<bool> {
    conn.affects_rows(Sql::new("DELETE FROM organization_types WHERE name = $1").bind(name)).await
}
