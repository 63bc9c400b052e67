//! The clauses of the attribute.

use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Ident, LitInt, LitStr, Result, Token, Type, parenthesized};

/// The attribute's arguments.
pub(crate) struct Clauses {
    pub(crate) path: LitStr,
    pub(crate) responses: Vec<ResponseClause>,
    pub(crate) body: Option<Type>,
    pub(crate) who: Option<LitStr>,
    pub(crate) errors: Vec<ErrorClause>,
    pub(crate) has_access_rules: bool,
}

/// A response: its status, if it is stated, and its description.
pub(crate) struct ResponseClause {
    pub(crate) status: Option<LitInt>,
    pub(crate) text: LitStr,
}

/// A variant of `ErrorKey`, and the reason for it.
pub(crate) struct ErrorClause {
    pub(crate) key: Ident,
    pub(crate) reason: Option<LitStr>,
}

impl Parse for Clauses {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut clauses = Self {
            path: input.parse()?,
            responses: Vec::new(),
            body: None,
            who: None,
            errors: Vec::new(),
            has_access_rules: false,
        };
        while !input.is_empty() {
            input.parse::<Token![,]>()?;
            if !input.is_empty() {
                clauses.parse_clause(input)?;
            }
        }
        Ok(clauses)
    }
}

impl Clauses {
    fn parse_clause(&mut self, input: ParseStream<'_>) -> Result<()> {
        let name: Ident = input.parse()?;
        match name.to_string().as_str() {
            "returns" => self.responses.push(input.parse()?),
            "body" => self.body = Some(input.parse()?),
            "who" => self.who = Some(input.parse()?),
            "errors" => {
                let list;
                parenthesized!(list in input);
                let errors: Punctuated<ErrorClause, Token![,]> = Punctuated::parse_terminated(&list)?;
                self.errors.extend(errors);
            }
            "access_rules" => self.has_access_rules = true,
            _ => {
                let message = "expected `returns`, `body`, `who`, `errors` or `access_rules`";
                return Err(syn::Error::new(name.span(), message));
            }
        }
        Ok(())
    }
}

impl Parse for ResponseClause {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let status = if input.peek(LitInt) { Some(input.parse()?) } else { None };
        Ok(Self { status, text: input.parse()? })
    }
}

impl Parse for ErrorClause {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let key = input.parse()?;
        let reason = input.parse::<Option<Token![:]>>()?.map(|_| input.parse()).transpose()?;
        Ok(Self { key, reason })
    }
}
