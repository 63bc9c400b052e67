#!/usr/bin/env python3
"""Chooses an example for each operation from calls that the tests recorded against the sandbox.

examples.py CALLS OPENAPI EXAMPLES: reads lines that OPENSHELF_RECORD_CALLS made, and the description of the
interface; writes the examples that crates/api puts into the description. Of the successful calls, one with a short
request and a response of some length is best; of equal ones the first in order, so that two runs choose alike.
Fails if a response has a status or an error key that the description of its operation does not name.
"""
import json
import re
import sys
from urllib.parse import parse_qsl

# The length of a response that shows every member without tiring its reader, in characters.
GOOD_LENGTH = 900
# Longer responses are cut to this number of entries in each of their lists.
MAX_ENTRIES = 2
ADDRESS = "https://library.example"
# Responses that every operation may give, and that the description therefore states once, or that come before the
# operation is known: outages, and paths and methods that do not exist.
STATED_ONCE = {"UNAVAILABLE", "NOT_FOUND", "METHOD_NOT_ALLOWED", "GONE"}
# What the token server gets and returns differs from sign-in to sign-in.
PLACEHOLDERS = {
    "access_token": "ACCESS_TOKEN", "refresh_token": "REFRESH_TOKEN", "token": "ACCESS_TOKEN", "code": "CODE",
    "client_id": "YOUR_KEY", "client_secret": "YOUR_SECRET", "redirect_uri": "https://app.example/callback",
    "state": "STATE",
}
# The text for the keys of access rules.
ACCESS_RULE_KEYS = "the key of an access rule"
MOMENT = re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$")


def route_pattern(path):
    """The expression for the addresses of a path, with its parameters as groups."""
    parts = re.split(r"\{(\w+)\}", path)
    names = parts[1::2]
    pattern = "".join(re.escape(part) if i % 2 == 0 else "([^/]+)" for i, part in enumerate(parts))
    return re.compile(f"^{pattern}$"), names


def resolve(document, schema):
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
    return schema


def properties(document, schema):
    schema = resolve(document, schema)
    found = dict(schema.get("properties", {}))
    for part in schema.get("allOf", []):
        found.update(properties(document, part))
    return found


def kinds(document, schema):
    schema = resolve(document, schema)
    kind = schema.get("type", [])
    return kind if isinstance(kind, list) else [kind]


def typed(document, schema, text):
    """The value of a parameter, which the request has as text."""
    wanted = kinds(document, schema)
    if "array" in wanted:
        return [typed(document, resolve(document, schema).get("items", {}), one) for one in text.split(",")]
    if "integer" in wanted and re.fullmatch(r"-?\d+", text):
        return int(text)
    if "boolean" in wanted and text in ("true", "false"):
        return text == "true"
    return text


def has_its_type(document, members, declared, name, value):
    """Whether a value that was not sent as text is described so: an empty text clears numbers, too."""
    schema = declared[name].get("schema", {}) if name in declared else members[name]
    return value != "" or "string" in kinds(document, schema)


def without_this_machine(value):
    """A response without the address of the test's server, its secrets and its moments."""
    if isinstance(value, dict):
        return {name: without_this_machine(member) for name, member in value.items()}
    if isinstance(value, list):
        return [without_this_machine(member) for member in value[:MAX_ENTRIES]]
    if isinstance(value, str):
        if MOMENT.match(value):
            return "2026-03-14T09:26:53Z"
        value = re.sub(r"http://(127\.0\.0\.1|localhost|\[::1\]):\d+", ADDRESS, value)
        value = re.sub(r"(api_key=)[^&]+", r"\1YOUR_KEY", value)
        return re.sub(r"((?:ticket|token|signature|start)=)[^&]{24,}", r"\1...", value)
    return value


def without_this_sign_in(value):
    """Parameters, fields or members of the token server without the secrets of one user."""
    if not isinstance(value, dict):
        return value
    return {name: PLACEHOLDERS.get(name, member) for name, member in value.items()}


def beginning_of_page(text):
    """The parts of a page by which a program's author recognizes it."""
    patterns = (r"<!DOCTYPE html>", r"<title>.*?</title>", r"<h1.*?</h1>")
    parts = [re.search(pattern, text, re.S) for pattern in patterns]
    return "\n...\n".join(part.group(0) for part in parts if part) + "\n..."


def gather(pairs):
    """Pairs as an object; values of one name as a list."""
    fields = {}
    for name, value in pairs:
        fields.setdefault(name, []).append(value)
    return {name: values if len(values) > 1 else values[0] for name, values in fields.items()}


def parts_of(request):
    """Names and texts of a form of several parts, with a placeholder for each file."""
    boundary = request["mediaType"].split("boundary=")[1].strip('"')
    for part in request["body"].split(f"--{boundary}")[1:-1]:
        head, _, value = part.partition("\r\n\r\n")
        name, file = re.search(r'[ ;]name="([^"]*)"', head), re.search(r'filename="([^"]*)"', head)
        if name:
            yield name.group(1), "(content of the file)" if file else value.removesuffix("\r\n")


def fields_of(request):
    """Members of the body; None if it is neither a form nor a JSON object."""
    media_type = (request.get("mediaType") or "").split(";")[0]
    if media_type == "application/json":
        try:
            body = json.loads(request["body"])
        except ValueError:
            return None
        return body if isinstance(body, dict) else None
    if media_type == "application/x-www-form-urlencoded":
        return gather(parse_qsl(request["body"], keep_blank_values=True))
    if media_type == "multipart/form-data" and "boundary=" in request["mediaType"]:
        return gather(parts_of(request))
    return {} if not request["body"] else None


def example_of(document, operation, names, groups, call):
    request = call["request"]
    fields = fields_of(request)
    if fields is None:
        return None
    declared = {one["name"]: one for one in operation.get("parameters", [])}
    body_schema = next(iter(operation.get("requestBody", {}).get("content", {}).values()), {}).get("schema", {})
    members = properties(document, body_schema)
    parameters, body = {}, {}
    for name, value in [*zip(names, groups), *request["query"]]:
        if name == "api_key":
            continue
        if name in declared:
            value = typed(document, declared[name].get("schema", {}), value)
            known = parameters.get(name)
            parameters[name] = known + value if isinstance(known, list) and isinstance(value, list) else value
        elif name in members:
            body[name] = typed(document, members[name], value)
        else:
            return None
    for name, value in fields.items():
        if name == "api_key":
            continue
        if name not in members:
            return None
        body[name] = typed(document, members[name], value) if isinstance(value, str) else value
    status = str(call["status"])
    if status[0] not in "23" or not all(has_its_type(document, members, declared, *one) for one in
                                        [*parameters.items(), *body.items()]):
        return None
    described = operation["responses"].get(status)
    if described is None:
        return None
    example = {"parameters": parameters, "status": status}
    if body:
        example["body"] = body
    content = described.get("content", {})
    if "application/json" in content:
        if call["response"] is None:
            return None
        example["response"] = call["response"]
    elif "text/html" in content:
        if not call.get("page"):
            return None
        example["response"] = beginning_of_page(call["page"])
    if request["path"].startswith("/oauth/"):
        example = {name: without_this_sign_in(part) for name, part in example.items()}
    return without_this_machine(example)


def undescribed(operation, call):
    """A response that the description of its operation does not name; None if it names it."""
    status, response = str(call["status"]), call["response"]
    key = response.get("key") if status[0] in "45" and isinstance(response, dict) else None
    if key in STATED_ONCE or (key is None and status == "503"):
        return None
    described = operation["responses"].get(status)
    if described is None:
        return f"{operation['operationId']}: {status} {key or ''}"
    names = [part.split(": ")[0] for part in described["description"].split("; ")]
    if key is None or key in names or (status == "403" and ACCESS_RULE_KEYS in names):
        return None
    return f"{operation['operationId']}: {status} {key}"


def badness(example):
    request = json.dumps([example["parameters"], example.get("body")])
    response = json.dumps(example.get("response"))
    has_entries = not isinstance(example.get("response"), dict) or not any(
        value == [] for name, value in example["response"].items() if name not in ("links", "messages", "alerts")
    )
    asked = bool(example["parameters"] or example.get("body"))
    return (not example["status"].startswith("2"), not has_entries, abs(len(response) - GOOD_LENGTH) + 2 * len(request) - 200 * asked,
            request, response)


def main(calls, openapi, examples):
    document = json.load(open(openapi))
    routes = []
    for path, operations in document["paths"].items():
        pattern, names = route_pattern(path)
        for method, operation in operations.items():
            routes.append((method.upper(), pattern, names, operation))
    # An address with fewer parameters goes before one with more: /v2/titles/count is no title.
    routes.sort(key=lambda route: len(route[2]))
    best, faults = {}, set()
    for line in open(calls, errors="replace"):
        try:
            call = json.loads(line)
        except ValueError:
            continue
        request = call["request"]
        for method, pattern, names, operation in routes:
            match = method == request["method"] and pattern.match(request["path"])
            if not match:
                continue
            faults.add(undescribed(operation, call))
            example = example_of(document, operation, names, match.groups(), call)
            if example is not None:
                name = operation["operationId"]
                if name not in best or badness(example) < badness(best[name]):
                    best[name] = example
            break
    with open(examples, "w") as out:
        json.dump(best, out, indent=1, sort_keys=True, ensure_ascii=False)
        out.write("\n")
    missing = sorted(o["operationId"] for _, _, _, o in routes if o["operationId"] not in best)
    for fault in sorted(faults - {None}):
        print(f"not described: {fault}")
    print(f"{len(best)} examples; none for: {', '.join(missing) or '-'}")
    return 1 if faults - {None} else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
