use domain::Address;

/// A postal address (docs/rules/records.md#rule-7).
#[endpoint::record]
pub struct AddressRecord {
    /// First line.
    pub address1: Option<String>,
    /// Second line.
    pub address2: Option<String>,
    /// City.
    pub city: Option<String>,
    /// ISO 3166-2 subdivision code.
    pub state: Option<String>,
    /// ISO 3166-1 alpha-2.
    pub country: Option<String>,
    /// Postal code.
    pub postal_code: Option<String>,
}

impl From<Address> for AddressRecord {
    fn from(address: Address) -> Self {
        let Address { address1, address2, city, state, country, postal_code } = address;
        Self { address1, address2, city, state, country, postal_code }
    }
}
