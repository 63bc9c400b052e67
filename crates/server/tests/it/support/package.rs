//! Downloads as a reading app makes them: ask until the package is ready, then fetch it.

use std::io::Cursor;

use super::{Call, Reply, Sandbox, eventually};

/// Repeats a request for a download until its response is no longer "being packaged".
pub async fn repeat_until_packaged<F: Future<Output = Call>>(mut call: impl FnMut() -> F) -> Reply {
    eventually("the package is ready", || {
        let call = call();
        async move {
            let reply = call.await.send().await;
            if reply.status == 202 { Err(reply.json) } else { Ok(reply) }
        }
    })
    .await
}

/// The package of a title for the user with this token (`None`: a guest): 302, then the file.
pub async fn package(sandbox: &Sandbox, token: Option<&str>, path: &str) -> Vec<u8> {
    let reply = repeat_until_packaged(async || match token {
        Some(token) => sandbox.guest(path).bearer(token),
        None => sandbox.guest(path),
    })
    .await;
    let reply = reply.expect_status(302);
    let file = sandbox.get(reply.header("location")).send().await.expect_status(200);
    assert_eq!(file.header("content-length"), file.bytes.len().to_string(), "{path}");
    file.bytes
}

/// Every file of a zip, read to its end; an error when it is not whole.
pub fn read_zip(bytes: &[u8]) -> Result<Vec<(String, Vec<u8>)>, String> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|error| error.to_string())?;
    let mut files = Vec::with_capacity(archive.len());
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).map_err(|error| error.to_string())?;
        let name = entry.name().map_err(|error| error.to_string())?.into_owned();
        let mut content = Vec::new();
        std::io::copy(&mut entry, &mut content).map_err(|error| format!("{name}: {error}"))?;
        files.push((name, content));
    }
    Ok(files)
}
