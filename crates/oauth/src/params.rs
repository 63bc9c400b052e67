//! Parameters of a query or a URL-encoded form.

use std::collections::BTreeMap;

use url::form_urlencoded;

use crate::Fault;

/// Parameters by name. A parameter without a value counts as absent, and one sent twice is a fault
/// (RFC 6749, 3.1 and 3.2); unknown ones are ignored, `api_key` among them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Params(BTreeMap<String, Vec<String>>);

impl Params {
    /// Parses `a=1&b=2`, percent-encoded, with `+` for a space. A NUL cannot be in any text that the library
    /// keeps, so it is dropped.
    pub fn parse(text: &[u8]) -> Self {
        let mut map: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (name, value) in form_urlencoded::parse(text) {
            let value = value.replace('\0', "");
            if !value.is_empty() {
                map.entry(name.into_owned()).or_default().push(value);
            }
        }
        Self(map)
    }

    /// The value, if sent.
    pub fn get(&self, name: &'static str) -> Result<Option<&str>, Fault> {
        match self.0.get(name).map(Vec::as_slice) {
            None | Some([]) => Ok(None),
            Some([value]) => Ok(Some(value)),
            Some(_) => Err(Fault::Repeated(name)),
        }
    }

    /// The value; a fault if it is missing.
    pub fn require(&self, name: &'static str) -> Result<&str, Fault> {
        self.get(name)?.ok_or(Fault::Missing(name))
    }

    #[must_use]
    pub fn replace_value(mut self, name: &'static str, value: &str, by: &str) -> Self {
        for sent in self.0.get_mut(name).into_iter().flatten().filter(|sent| *sent == value) {
            by.clone_into(sent);
        }
        self
    }

    /// Checks the scope, which must be `basic` if it is sent; `needed` says whether it must be sent.
    pub fn check_scope(&self, needed: bool) -> Result<(), Fault> {
        match self.get("scope")? {
            Some(scope) if scope.split(' ').all(|word| word == crate::BASIC_SCOPE) => Ok(()),
            None if !needed => Ok(()),
            Some(_) | None => Err(Fault::Scope),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Params;
    use crate::Fault;

    #[test]
    fn an_empty_parameter_is_absent_and_a_repeated_one_is_a_fault() {
        let params = Params::parse(b"a=&a=%00&b=1&b=2&c=x%00+y%26");
        assert_eq!(params.get("a"), Ok(None));
        assert_eq!(params.require("a"), Err(Fault::Missing("a")));
        assert_eq!(params.get("b"), Err(Fault::Repeated("b")));
        assert_eq!(params.require("c"), Ok("x y&"));
    }

    #[test]
    fn accepts_only_the_basic_scope() {
        assert_eq!(Params::parse(b"scope=basic").check_scope(true), Ok(()));
        assert_eq!(Params::parse(b"").check_scope(false), Ok(()));
        assert_eq!(Params::parse(b"").check_scope(true), Err(Fault::Scope));
        for other in ["scope=Basic", "scope=basic+admin", "scope=all", "scope=basic+"] {
            assert_eq!(Params::parse(other.as_bytes()).check_scope(false), Err(Fault::Scope), "{other}");
        }
    }

    proptest! {
        #[test]
        fn any_value_round_trips(value in "\\PC{1,40}") {
            let sent = url::form_urlencoded::Serializer::new(String::new()).append_pair("v", &value).finish();
            let params = Params::parse(sent.as_bytes());
            prop_assert_eq!(params.require("v"), Ok(value.as_str()));
        }

        #[test]
        fn any_bytes_are_read(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = Params::parse(&bytes).get("a");
        }
    }
}
