//! The code that the attribute adds: a type with the handler's name, whose constants are the description.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Expr, Ident, Lit, LitStr, Meta, Result, Token, Visibility};

use crate::clauses::{Clauses, ErrorClause, ResponseClause};

/// The parts of a handler that its description needs.
struct Handler {
    documentation: Vec<LitStr>,
    visibility: Visibility,
    name: Ident,
}

impl Parse for Handler {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let documentation = Attribute::parse_outer(input)?.iter().filter_map(doc_line).collect();
        let visibility = input.parse()?;
        input.parse::<Token![async]>()?;
        input.parse::<Token![fn]>()?;
        let name = input.parse()?;
        input.parse::<TokenStream>()?;
        Ok(Self { documentation, visibility, name })
    }
}

fn doc_line(attribute: &Attribute) -> Option<LitStr> {
    match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(value) => match &value.lit {
                Lit::Str(line) => Some(line.clone()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

pub(crate) fn expand(method: &str, clauses: TokenStream, handler: TokenStream) -> Result<TokenStream> {
    let Handler { documentation, visibility, name } = syn::parse2(handler)?;
    let Clauses { path, responses, body, who, errors, has_access_rules } = syn::parse2(clauses)?;
    let operation = name.to_string();
    let method = Ident::new(method, name.span());
    let who = who.map_or_else(|| quote!(None), |who| quote!(Some(#who)));
    let responses = responses.iter().map(|ResponseClause { status, text }| {
        let status = status.as_ref().map_or_else(|| quote!(None), |status| quote!(Some(#status)));
        quote!((#status, #text))
    });
    let errors = errors.iter().map(|ErrorClause { key, reason }| {
        let reason = reason.as_ref().map_or_else(|| quote!(""), |reason| quote!(#reason));
        quote!((crate::http::errors::ErrorKey::#key, #reason))
    });
    let body = body.map(|body| {
        quote! {
            fn response_body() -> Option<crate::openapi::BodySchema> {
                Some(crate::openapi::BodySchema::for_record::<#body>())
            }
        }
    });
    Ok(quote! {
        /// The description of the handler with this name.
        #[allow(non_camel_case_types)]
        #visibility enum #name {}

        impl crate::openapi::Endpoint for #name {
            const TEXT: crate::openapi::EndpointText = crate::openapi::EndpointText {
                method: crate::openapi::EndpointMethod::#method,
                path: #path,
                operation: #operation,
                documentation: &[#(#documentation),*],
                who: #who,
                responses: &[#(#responses),*],
                errors: &[#(#errors),*],
                has_access_rules: #has_access_rules,
            };
            #body
        }
    })
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::expand;

    #[test]
    fn the_description_has_the_doc_comment_and_every_clause() {
        let clauses = quote!("/v2/lists/{id}", returns 202 "Accepted", body Status, who "The owner",
            errors(ListNotFound, UserNotFound: "not on the list"), access_rules);
        let handler = quote! {
            /// Change a list
            pub async fn put_list(id: String) -> Result<Response> { todo() }
        };
        let text = expand("Put", clauses, handler).unwrap().to_string().replace(' ', "");
        for part in [
            "pubenumput_list{}",
            "EndpointMethod::Put",
            "\"/v2/lists/{id}\"",
            "Changealist",
            "(Some(202),\"Accepted\")",
            "for_record::<Status>",
            "Some(\"Theowner\")",
            "ErrorKey::ListNotFound,\"\"",
            "ErrorKey::UserNotFound,\"notonthelist\"",
            "has_access_rules:true",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }

    #[test]
    fn an_unknown_clause_is_an_error_that_names_the_others() {
        let handler = quote! { async fn get_me() {} };
        let error = expand("Get", quote!("/v2/me", retruns "The user"), handler).unwrap_err();
        assert!(error.to_string().contains("`returns`"), "{error}");
    }

    #[test]
    fn a_function_that_is_not_async_is_not_a_handler() {
        let function = quote! { pub fn get_me() {} };
        assert!(expand("Get", quote!("/v2/me"), function).is_err());
    }
}
