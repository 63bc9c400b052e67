//! Configuration of the file store.

use std::path::Path;
use std::sync::Arc;

use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey, AwsCredential};
use object_store::local::LocalFileSystem;
use object_store::path::Path as StorePath;
use object_store::{ClientConfigKey, StaticCredentialProvider};

use super::Files;
use crate::{Error, Result};

const CONNECT_TIMEOUT: &str = "5 seconds";
/// Timeout of an idle object store: before its response, and between two pieces of it.
const IDLE_TIMEOUT: &str = "60 seconds";
/// Timeout of a whole request, as long as bytes arrive.
const REQUEST_TIMEOUT: &str = "24 hours";

/// Location of files. Missing settings of an object store are taken from the usual `AWS_...` environment
/// variables.
#[derive(Debug, Clone, Default)]
pub struct FilesConfig {
    /// A folder, created if missing, or `s3://bucket/path`.
    pub location: String,
    /// URL of an S3-compatible service, for example `https://minio.example.org`; Amazon's by default.
    pub endpoint: Option<String>,
    /// Region; `us-east-1` if neither this nor the environment has one.
    pub region: Option<String>,
    pub access_key_id: Option<String>,
    pub secret_access_key: Option<String>,
    /// Accepts an `http://` endpoint. For a service on the same machine or network.
    pub allow_http: bool,
}

impl Files {
    /// Opens the configured store. Creates a local folder; does not use the network yet.
    pub fn open(config: &FilesConfig) -> Result<Self> {
        match config.location.strip_prefix("s3://") {
            Some(location) => open_s3(config, location),
            None if config.location.contains("://") => Err(Error::Configuration(format!(
                "location {:?}: only a folder or s3://bucket/path is known",
                config.location
            ))),
            None if config.location.is_empty() => Err(Error::Configuration("the location is missing".into())),
            None => Self::local(Path::new(&config.location)),
        }
    }

    /// A local folder, created if missing.
    pub fn local(folder: &Path) -> Result<Self> {
        let wrong = |error: String| Error::Configuration(format!("folder {}: {error}", folder.display()));
        std::fs::create_dir_all(folder).map_err(|e| wrong(e.to_string()))?;
        // Flushed before the rename: a visible file is complete, even after a power loss.
        let store =
            LocalFileSystem::new_with_prefix(folder).map_err(|e| wrong(e.to_string()))?.with_fsync(true);
        Ok(Self {
            store: Arc::new(store),
            folder: Some(folder.canonicalize().map_err(|e| wrong(e.to_string()))?),
            prefix: StorePath::ROOT,
        })
    }
}

fn open_s3(config: &FilesConfig, location: &str) -> Result<Files> {
    let wrong = |error: String| Error::Configuration(format!("{}: {error}", config.location));
    let (bucket, prefix) = location.split_once('/').unwrap_or((location, ""));
    if bucket.is_empty() {
        return Err(wrong("the bucket is missing".into()));
    }
    let builder = configure_s3(AmazonS3Builder::from_env(), config).with_bucket_name(bucket);
    Ok(Files {
        store: Arc::new(builder.build().map_err(|e| wrong(e.to_string()))?),
        folder: None,
        prefix: StorePath::parse(prefix).map_err(|e| wrong(e.to_string()))?,
    })
}

/// Adds the configured settings to those of the environment, over which they take precedence.
fn configure_s3(mut builder: AmazonS3Builder, config: &FilesConfig) -> AmazonS3Builder {
    builder = builder.with_allow_http(config.allow_http);
    // Only idle time is limited: a reader with a slow connection may take long for a file.
    for (key, time) in [
        (ClientConfigKey::ConnectTimeout, CONNECT_TIMEOUT),
        (ClientConfigKey::ReadTimeout, IDLE_TIMEOUT),
        (ClientConfigKey::Timeout, REQUEST_TIMEOUT),
    ] {
        builder = builder.with_config(AmazonS3ConfigKey::Client(key), time);
    }
    if let Some(endpoint) = &config.endpoint {
        // The variable of this service, `AWS_ENDPOINT_URL_S3`, would take precedence.
        builder = builder.with_endpoint(endpoint).with_config(AmazonS3ConfigKey::S3Endpoint, endpoint);
    }
    if let Some(region) = &config.region {
        builder = builder.with_region(region);
    }
    match (&config.access_key_id, &config.secret_access_key) {
        (Some(id), Some(secret)) => {
            // A session token of the environment belongs to another key.
            let credential = AwsCredential { key_id: id.clone(), secret_key: secret.clone(), token: None };
            builder = builder.with_credentials(Arc::new(StaticCredentialProvider::new(credential)));
        }
        (Some(id), None) => builder = builder.with_access_key_id(id),
        (None, Some(secret)) => builder = builder.with_secret_access_key(secret),
        (None, None) => {}
    }
    builder
}

#[cfg(test)]
mod tests {

    use super::*;

    fn s3_config(location: &str) -> FilesConfig {
        FilesConfig {
            location: location.into(),
            endpoint: Some("http://127.0.0.1:9000".into()),
            access_key_id: Some("id".into()),
            secret_access_key: Some("secret".into()),
            allow_http: true,
            ..FilesConfig::default()
        }
    }

    #[tokio::test]
    async fn configured_settings_take_precedence_over_the_environment() {
        let environment = [
            (AmazonS3ConfigKey::S3Endpoint, "https://s3.other.example"),
            (AmazonS3ConfigKey::AccessKeyId, "other"),
            (AmazonS3ConfigKey::Token, "session of the other key"),
        ];
        let builder = environment
            .into_iter()
            .fold(AmazonS3Builder::new(), |builder, (key, value)| builder.with_config(key, value));
        let builder = configure_s3(builder, &s3_config("s3://bucket")).with_bucket_name("bucket");
        let endpoint = builder.get_config_value(&AmazonS3ConfigKey::S3Endpoint);
        assert_eq!(endpoint.as_deref(), Some("http://127.0.0.1:9000"));
        let credential = builder.build().unwrap().credentials().get_credential().await.unwrap();
        assert_eq!((credential.key_id.as_str(), credential.token.as_deref()), ("id", None));
    }

    #[test]
    fn locations_other_than_folders_and_buckets_are_refused() {
        for location in ["", "s3://", "s3:///books", "ftp://host/books"] {
            let error = Files::open(&s3_config(location)).unwrap_err();
            assert!(matches!(error, Error::Configuration(_)), "{location}: {error}");
        }
    }
}
