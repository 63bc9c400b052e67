//! Flags of every command.

use std::path::PathBuf;

use clap::Args;
use url::Url;

use crate::folders::folder_parser;

/// Settings that every command accepts; they override the environment and the configuration file.
#[derive(Debug, Args)]
pub struct CommonOptions {
    /// Configuration file; by default `openshelf.toml` in the current folder, if it exists
    #[arg(long, short, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// `sqlite:PATH` or `postgres://...`, without a password
    #[arg(long, global = true, value_name = "URL")]
    pub database_url: Option<String>,
    /// Folder of the embedded database, the index and local files
    #[arg(long, global = true, value_name = "DIR", value_parser = folder_parser())]
    pub data_dir: Option<PathBuf>,
}

impl CommonOptions {
    /// Refuses a password in a command line, which every user of the machine can read.
    ///
    /// # Errors
    /// The address of the database contains one.
    pub fn refuse_passwords(&self) -> anyhow::Result<()> {
        let contains_password = |url: &String| {
            Url::parse(url).is_ok_and(|url| {
                url.password().is_some() || url.query_pairs().any(|(name, _)| name == "password")
            })
        };
        anyhow::ensure!(
            !self.database_url.as_ref().is_some_and(contains_password),
            "--database-url contains a password, and every user of this machine can read command lines. \
             Put the address into the configuration file (database_url) or into the variable \
             OPENSHELF_DATABASE_URL, or only the password into PGPASSWORD or a file that PGPASSFILE names"
        );
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::CommonOptions;

    #[test]
    fn a_password_in_a_command_line_is_refused_without_repeating_it() {
        let check = |url: &str| {
            CommonOptions { config: None, database_url: Some(url.into()), data_dir: None }.refuse_passwords()
        };
        for url in
            ["postgres://ann:hush@db/library", "postgres://ann@db/library?sslmode=require&password=hush"]
        {
            let refused = check(url).unwrap_err().to_string();
            assert!(refused.contains("OPENSHELF_DATABASE_URL") && !refused.contains("hush"), "{refused}");
        }
        for url in ["postgres://ann@db/library", "sqlite:library.db", "sqlite:/srv/a:b@c.db"] {
            assert!(check(url).is_ok(), "{url}");
        }
    }
}
