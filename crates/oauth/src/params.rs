//! Parameters of a query or a URL-encoded form.

use std::collections::BTreeMap;

use url::form_urlencoded;

use crate::errors::Fault;

/// Parameters by name. A parameter without a value counts as absent, and one sent twice is a fault
/// (RFC 6749, 3.1 and 3.2); unknown ones are ignored, `api_key` among them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Params(BTreeMap<String, Vec<String>>);

impl Params {
    /// Parses `a=1&b=2`, percent-encoded, with `+` for a space.
    pub fn parse(text: &[u8]) -> Self {
        let mut map: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (name, value) in form_urlencoded::parse(text) {
            if !value.is_empty() {
                map.entry(name.into_owned()).or_default().push(value.into_owned());
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
    pub fn need(&self, name: &'static str) -> Result<&str, Fault> {
        self.get(name)?.ok_or(Fault::Missing(name))
    }

    /// The same parameters with one value of a name replaced by another.
    #[must_use]
    pub fn replacing(mut self, name: &'static str, value: &str, by: &str) -> Self {
        for sent in self.0.get_mut(name).into_iter().flatten().filter(|sent| *sent == value) {
            by.clone_into(sent);
        }
        self
    }

    /// Checks the scope, which must be `basic` if it is sent; `needed` says whether it must be sent.
    pub fn scope(&self, needed: bool) -> Result<(), Fault> {
        match self.get("scope")? {
            Some(scope) if scope.split(' ').all(|word| word == crate::SCOPE) => Ok(()),
            None if !needed => Ok(()),
            Some(_) | None => Err(Fault::Scope),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Params;
    use crate::errors::Fault;

    #[test]
    fn empty_is_absent_and_twice_is_a_fault() {
        let params = Params::parse(b"a=&b=1&b=2&c=x+y%26");
        assert_eq!(params.get("a"), Ok(None));
        assert_eq!(params.need("a"), Err(Fault::Missing("a")));
        assert_eq!(params.get("b"), Err(Fault::Repeated("b")));
        assert_eq!(params.need("c"), Ok("x y&"));
    }

    #[test]
    fn scope_is_basic() {
        assert_eq!(Params::parse(b"scope=basic").scope(true), Ok(()));
        assert_eq!(Params::parse(b"").scope(false), Ok(()));
        assert_eq!(Params::parse(b"").scope(true), Err(Fault::Scope));
        for other in ["scope=Basic", "scope=basic+admin", "scope=all", "scope=basic+"] {
            assert_eq!(Params::parse(other.as_bytes()).scope(false), Err(Fault::Scope), "{other}");
        }
    }

    proptest! {
        #[test]
        fn any_value_round_trips(value in "\\PC{1,40}") {
            let sent = url::form_urlencoded::Serializer::new(String::new()).append_pair("v", &value).finish();
            let params = Params::parse(sent.as_bytes());
            prop_assert_eq!(params.need("v"), Ok(value.as_str()));
        }

        #[test]
        fn any_bytes_are_read(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = Params::parse(&bytes).get("a");
        }
    }
}
