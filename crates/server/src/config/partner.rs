//! The partner at sign-up.

use serde::{Deserialize, Serialize};

use super::Config;

/// A partner whose identity tokens replace the password at sign-up (docs/rules/accounts.md#rule-2,
/// `partnerIdToken`). Enabled if all three are set.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Partner {
    /// `iss` of its tokens.
    pub issuer: Option<String>,
    /// `aud` of its tokens: our client ID at the partner.
    pub audience: Option<String>,
    /// Its public keys: the `https` URL of a JSON Web Key Set, or a file.
    pub keys: Option<String>,
}

impl Config {
    /// The configured partner, if any.
    pub fn partner_settings(&self) -> anyhow::Result<Option<services::partner::PartnerSettings>> {
        match &self.partner {
            Partner { issuer: Some(issuer), audience: Some(audience), keys: Some(keys) } => {
                let (issuer, audience, keys) = (issuer.clone(), audience.clone(), keys.clone());
                Ok(Some(services::partner::PartnerSettings { issuer, audience, keys }))
            }
            Partner { issuer: None, audience: None, keys: None } => Ok(None),
            _ => anyhow::bail!("partner.issuer, partner.audience and partner.keys go together"),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::config::Config;

    fn read_config(toml: &str) -> Result<Config, toml::de::Error> {
        toml::from_str(toml)
    }

    #[test]
    fn a_partner_is_configured_completely_or_not_at_all() {
        let partner = |toml: &str| read_config(&format!("[partner]\n{toml}")).unwrap().partner_settings();
        assert!(partner("").unwrap().is_none());
        assert!(partner("issuer = 'a'\naudience = 'b'\nkeys = 'c'").unwrap().is_some());
        assert!(partner("issuer = 'a'\naudience = 'b'").is_err());
    }
}
