//! One operation of the OpenAPI document, made of its handler's signature and attribute.

use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::path::{Operation, OperationBuilder};
use utoipa::openapi::request_body::{RequestBody, RequestBodyBuilder};
use utoipa::openapi::schema::Schema;
use utoipa::openapi::{
    ContentBuilder, Ref, RefOr, Required, Response, ResponseBuilder, ResponsesBuilder, SecurityRequirement,
};

use super::endpoint::{BodySchema, EndpointMethod, EndpointText};
use super::responses::ErrorList;
use super::segments::path_parameters;
use super::{requirements_without_ticket, user_requirement};
use crate::http::{
    ApiError, ErrorKey, GuestRule, HttpError, ParamDescription, ParamError, RoleDescription, to_body,
    to_parameters,
};

type NamedSchema = (String, RefOr<Schema>);

/// An operation as far as its handler's signature describes it.
#[derive(Default)]
pub struct OperationDraft {
    status: Option<u16>,
    response: Option<BodySchema>,
    role: RoleDescription,
    accepts_ticket: bool,
    params: Option<(String, Vec<ParamDescription>)>,
    errors: ErrorList,
}

impl OperationDraft {
    /// An operation without arguments.
    pub(super) fn new(status: Option<u16>, response: Option<BodySchema>) -> Self {
        Self { status, response, ..Self::default() }
    }

    pub(super) fn set_role(&mut self, role: RoleDescription) {
        self.role = role;
    }

    /// Describes that a signed ticket in the query replaces key and token.
    pub fn accept_ticket(&mut self) {
        self.accepts_ticket = true;
    }

    /// Sets the parameters of the query or body; `name` is that of the body's schema.
    pub(super) fn set_params(&mut self, name: String, params: Vec<ParamDescription>) {
        self.params = Some((name, params));
    }

    pub fn add_error(&mut self, key: ErrorKey) {
        self.errors.add(key, "");
    }

    pub(super) fn build(
        mut self,
        text: &EndpointText,
        body: Option<BodySchema>,
    ) -> (Operation, Vec<NamedSchema>) {
        let responses = self.list_errors(text).into_responses();
        let mut responses = ResponsesBuilder::new().responses_from_iter(responses);
        let response = body.or(self.response);
        for (status, description) in text.responses {
            let status = status.or(self.status).unwrap_or(200);
            let record = response.as_ref().filter(|_| status != 204);
            responses = responses.response(status.to_string(), success_response(description, record));
        }
        let mut schemas = response.map(|body| body.components).unwrap_or_default();
        let role = self.role;
        let mut operation = OperationBuilder::new()
            .operation_id(Some(text.operation))
            .summary(Some(summary(text.documentation)))
            .description(description(text.documentation))
            .responses(responses.build())
            .securities(security(role.guests, self.accepts_ticket))
            .extensions(Some(ExtensionsBuilder::new().add("x-who", text.who.unwrap_or(&role.who)).build()));
        for parameter in path_parameters(text.path) {
            operation = operation.parameter(parameter);
        }
        if let Some((name, params)) = self.params {
            if text.method.takes_form() {
                operation = operation.request_body(Some(request_body(&name, &params)));
                schemas.push((name, to_body(params)));
            } else {
                for parameter in to_parameters(params) {
                    operation = operation.parameter(parameter);
                }
            }
        }
        (operation.build(), schemas)
    }

    /// The errors of every operation, of the role, of the parameters, and of the operation itself, in this
    /// order (docs/rules/errors.md#rule-3).
    fn list_errors(&mut self, text: &EndpointText) -> ErrorList {
        let mut errors = ErrorList::default();
        let role = &self.role;
        errors.add(ErrorKey::Unauthorized, role.guests.reason());
        errors.add(ErrorKey::InvalidApiKey, "");
        errors.add(HttpError::NotAcceptable, "the answer is JSON");
        errors.add(ErrorKey::TooManyRequests, "");
        errors.add(ErrorKey::InternalError, "");
        if text.method != EndpointMethod::Get {
            errors.add(HttpError::UnsupportedMediaType, "");
        }
        role.errors.iter().for_each(|(key, reason)| errors.add(*key, reason));
        errors.extend(std::mem::take(&mut self.errors));
        if let Some((_, params)) = &self.params {
            errors.add(ErrorKey::BadRequest, "");
            for error in list_param_errors(params) {
                errors.add(error, "");
            }
        }
        text.errors.iter().for_each(|(key, reason)| errors.add(*key, reason));
        if text.has_access_rules {
            errors.add_access_rules();
        }
        errors
    }
}

/// The errors of parameters in alphabetical order.
fn list_param_errors(params: &[ParamDescription]) -> Vec<ParamError> {
    let mut errors: Vec<ParamError> = params.iter().flat_map(|param| param.errors.iter().copied()).collect();
    errors.sort_by_key(|error| ApiError::from(*error).key());
    errors
}

/// The body: a form, or one flat JSON object with the same members (docs/rules/requests.md#rule-2); with
/// files, a form of several parts. A request without a body is refused only if a member is required: a PUT
/// changes what is sent (docs/rules/requests.md#rule-3).
fn request_body(name: &str, params: &[ParamDescription]) -> RequestBody {
    let types: &[&str] = if params.iter().any(ParamDescription::is_file) {
        &["multipart/form-data"]
    } else {
        &["application/x-www-form-urlencoded", "application/json"]
    };
    let is_required = params.iter().any(|param| param.is_required);
    let body =
        RequestBodyBuilder::new().required(Some(if is_required { Required::True } else { Required::False }));
    let schema = || ContentBuilder::new().schema(Some(Ref::from_schema_name(name))).build();
    types.iter().fold(body, |body, media_type| body.content(*media_type, schema())).build()
}

fn success_response(description: &str, record: Option<&BodySchema>) -> Response {
    let response = ResponseBuilder::new().description(description);
    match record {
        Some(record) => {
            let content = ContentBuilder::new().schema(Some(record.schema.clone())).build();
            response.content("application/json", content).build()
        }
        None => response.build(),
    }
}

/// The security requirements, if they are not those of the whole document.
fn security(guests: GuestRule, accepts_ticket: bool) -> Option<Vec<SecurityRequirement>> {
    if accepts_ticket {
        return Some(requirements_without_ticket());
    }
    (guests == GuestRule::Refused).then(|| vec![user_requirement()])
}

/// The first line of a doc comment.
fn summary(documentation: &[&str]) -> String {
    documentation.first().map(|line| line.trim().to_owned()).unwrap_or_default()
}

/// The paragraphs after the first line.
fn description(documentation: &[&str]) -> Option<String> {
    let lines: Vec<&str> = documentation.iter().skip(1).map(|line| line.trim()).collect();
    let text = lines.join("\n").trim().to_owned();
    (!text.is_empty()).then_some(text)
}
