/// What a keyword of the schema asks for, where the value does not meet it.
pub(super) fn words(keyword: &str) -> &'static str {
    match keyword {
        "not" => "this form of the value is not allowed here",
        "if" | "then" | "else" => "does not fit the other values beside it",
        "contains" => "an item that is asked for is missing",
        "minContains" => "too few items of the kind that is asked for",
        "maxContains" => "too many items of the kind that is asked for",
        "dependentRequired" | "dependentSchemas" | "dependencies" => {
            "what has to stand beside it is missing"
        }
        "propertyNames" => "this name is not allowed here",
        "unevaluatedProperties" => "a key that is not declared is not allowed here",
        "unevaluatedItems" => "too many items",
        "anyOf" => "fits none of the forms that are allowed here",
        "oneOf" => "fits more than one of the forms that are allowed here; send exactly one",
        "contentEncoding" | "contentMediaType" => "is not encoded as it is declared",
        _ => "is not what the schema asks for",
    }
}
