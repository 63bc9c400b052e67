//! Client applications and their keys (docs/rules/access.md#rule-24).

use domain::{Client, ClientId};

use crate::sql::TableRow;
use crate::{Conn, Record as _, Result, Sql, Tx, record, replaced_value};

record! {
    Client { id, name, site: "site_id", secret_hash, redirect_uris, privileges, disabled }
}

/// The client with this key, disabled or not.
pub async fn get(mut conn: impl Conn, id: &ClientId) -> Result<Option<Client>> {
    // A NUL cannot be looked up in every database.
    if id.as_str().contains('\0') {
        return Ok(None);
    }
    conn.fetch_optional(Client::select_from("clients WHERE id = $1").bind(id)).await
}

/// The client with this key, disabled or not, locked against other writers until the transaction ends.
pub async fn get_for_update(tx: &mut Tx, id: &ClientId) -> Result<Option<Client>> {
    if id.as_str().contains('\0') {
        return Ok(None);
    }
    let statement = Client::select_from("clients WHERE id = $1").append(tx.lock_clause());
    tx.fetch_optional(statement.bind(id)).await
}

pub async fn list(mut conn: impl Conn) -> Result<Vec<Client>> {
    conn.fetch_all(Client::select_from("clients ORDER BY id")).await
}

/// Registers a client. Conflict `clients_pkey` if the key is taken.
pub async fn insert(mut conn: impl Conn, client: &Client) -> Result<()> {
    let row = TableRow::new("clients")
        .set("id", &client.id)
        .set("site_id", &client.site)
        .set("name", &client.name)
        .set("secret_hash", client.secret_hash.as_deref())
        .set("redirect_uris", replaced_value(&client.redirect_uris)?)
        .set("privileges", replaced_value(&client.privileges)?)
        .set("disabled", client.disabled);
    conn.execute(row.insert()).await.map(drop)
}

/// Disables the key, or enables it again. False if the client does not exist.
pub async fn set_disabled(mut conn: impl Conn, id: &ClientId, disabled: bool) -> Result<bool> {
    let statement = Sql::new("UPDATE clients SET disabled = $2 WHERE id = $1").bind(id).bind(disabled);
    conn.affects_rows(statement).await
}

/// Replaces the secret's hash; `None` for a blank secret. `false` if the client does not exist.
pub async fn set_secret(mut conn: impl Conn, id: &ClientId, hash: Option<&str>) -> Result<bool> {
    conn.affects_rows(Sql::new("UPDATE clients SET secret_hash = $2 WHERE id = $1").bind(id).bind(hash)).await
}
