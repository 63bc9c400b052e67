//! Client applications and their keys (docs/rules/access.md#rule-24).

use domain::{Client, ClientId, SiteId};

use crate::{Conn, Result, Sql, Tx, parse_record, replaced_value};

const COLUMNS: &str =
    "SELECT id, site_id, name, secret_hash, redirect_uris, privileges, disabled FROM clients";

type ClientRow = (String, String, String, Option<String>, String, String, bool);

fn client_from_row(
    (id, site, name, secret_hash, redirect_uris, privileges, disabled): ClientRow,
) -> Result<Client> {
    Ok(Client {
        id: ClientId(id),
        name,
        site: SiteId(site),
        secret_hash,
        redirect_uris: parse_record(&redirect_uris)?,
        privileges: parse_record(&privileges)?,
        disabled,
    })
}

/// The client with this key, disabled or not.
pub async fn get(mut conn: impl Conn, id: &ClientId) -> Result<Option<Client>> {
    // A NUL cannot be looked up in every database.
    if id.as_str().contains('\0') {
        return Ok(None);
    }
    let statement = Sql::new(format!("{COLUMNS} WHERE id = $1")).bind(id.as_str());
    conn.fetch_optional::<ClientRow>(statement).await?.map(client_from_row).transpose()
}

/// The client with this key, disabled or not, locked against other writers until the transaction ends.
pub async fn get_for_update(tx: &mut Tx, id: &ClientId) -> Result<Option<Client>> {
    if id.as_str().contains('\0') {
        return Ok(None);
    }
    let statement = Sql::new(format!("{COLUMNS} WHERE id = $1{}", tx.lock_clause())).bind(id.as_str());
    tx.fetch_optional::<ClientRow>(statement).await?.map(client_from_row).transpose()
}

pub async fn list(mut conn: impl Conn) -> Result<Vec<Client>> {
    let rows = conn.fetch_all::<ClientRow>(Sql::new(format!("{COLUMNS} ORDER BY id"))).await?;
    rows.into_iter().map(client_from_row).collect()
}

/// Registers a client. Conflict `clients_pkey` if the key is taken.
pub async fn insert(mut conn: impl Conn, client: &Client) -> Result<()> {
    let statement = Sql::new(
        "INSERT INTO clients (id, site_id, name, secret_hash, redirect_uris, privileges, disabled) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(client.id.as_str())
    .bind(client.site.as_str())
    .bind(client.name.as_str())
    .bind(client.secret_hash.as_deref())
    .bind(replaced_value(&client.redirect_uris)?)
    .bind(replaced_value(&client.privileges)?)
    .bind(client.disabled);
    conn.execute(statement).await.map(|_| ())
}

/// Disables the key, or enables it again. False if the client does not exist.
pub async fn set_disabled(mut conn: impl Conn, id: &ClientId, disabled: bool) -> Result<bool> {
    let statement =
        Sql::new("UPDATE clients SET disabled = $2 WHERE id = $1").bind(id.as_str()).bind(disabled);
    conn.affects_rows(statement).await
}

/// Replaces the secret's hash; `None` for a blank secret. `false` if the client does not exist.
pub async fn set_secret(mut conn: impl Conn, id: &ClientId, hash: Option<&str>) -> Result<bool> {
    let statement =
        Sql::new("UPDATE clients SET secret_hash = $2 WHERE id = $1").bind(id.as_str()).bind(hash);
    conn.affects_rows(statement).await
}
