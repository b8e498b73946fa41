"""What differs between programming languages, as data: node kinds of their tree-sitter grammars.

Owns: which nodes define a symbol, open a function, bind a local name or are an import,
and which spellings a formatter may exchange. Must not: parse or hash; `symbols.py` and `tokens.py` read this table, and
`filetypes.py` knows which file is in which language.
"""

from __future__ import annotations

from standfast.code.filetypes import language_of
from standfast.model.value import Value, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def _kinds(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _pairs(text: str) -> Mapping[str, str]:
    return dict(pair.split("=", 1) for pair in text.split())


class Language(Value):
    """One language. Kinds are tree-sitter's; `binders` maps a kind to the field that binds names (empty: all of it)."""

    name: str
    containers: frozenset[str]
    functions: frozenset[str]
    values: frozenset[str]
    scopes: frozenset[str]
    parameters: frozenset[str]
    binders: Mapping[str, str]
    imports: frozenset[str]
    variables: frozenset[str] = _kinds("identifier")
    wrappers: frozenset[str] = frozenset()
    transparent: frozenset[str] = _kinds("parenthesized_expression")
    same: Mapping[str, str] = _pairs("")
    blocks: frozenset[str] = frozenset()
    strings: frozenset[str] = frozenset()
    raw_quotes: str = ""
    upper_is_constant: bool = False

    @property
    def definitions(self) -> frozenset[str]:
        """Every kind that defines a symbol."""
        return self.containers | self.functions | self.values


_PYTHON = Language(
    name="python",
    containers=_kinds("class_definition"),
    functions=_kinds("function_definition"),
    values=_kinds("assignment type_alias_statement"),
    scopes=_kinds("function_definition lambda"),
    parameters=_kinds("parameters lambda_parameters"),
    binders=_pairs(
        "assignment=left for_statement=left for_in_clause=left named_expression=name as_pattern_target= case_pattern="
        " parameters= lambda_parameters="
    ),
    imports=_kinds("import_statement import_from_statement future_import_statement"),
    wrappers=_kinds("decorated_definition"),
    transparent=_kinds("parenthesized_expression expression_statement"),
    same=_pairs("expression_list=tuple pattern_list=tuple_pattern"),
    strings=_kinds("string"),
)

_JS_VALUES = "variable_declarator pair assignment_expression"
_JAVASCRIPT = Language(
    name="javascript",
    containers=_kinds("class_declaration class"),
    functions=_kinds("function_declaration generator_function_declaration method_definition"),
    values=_kinds(f"{_JS_VALUES} field_definition"),
    scopes=_kinds(
        "function_declaration generator_function_declaration method_definition arrow_function function_expression"
        " generator_function"
    ),
    parameters=_kinds("formal_parameters"),
    binders=_pairs(
        "variable_declarator=name formal_parameters= arrow_function=parameter for_in_statement=left"
        " catch_clause=parameter"
    ),
    imports=_kinds("import_statement"),
    variables=_kinds("identifier shorthand_property_identifier shorthand_property_identifier_pattern"),
    wrappers=_kinds("export_statement lexical_declaration variable_declaration"),
    transparent=_kinds("parenthesized_expression empty_statement"),
    blocks=_kinds("statement_block"),
    strings=_kinds("string template_string"),
)


_TYPESCRIPT = replace(
    _JAVASCRIPT,
    name="typescript",
    containers=_kinds(
        "class_declaration class abstract_class_declaration interface_declaration enum_declaration internal_module"
        " module"
    ),
    functions=_kinds(
        "function_declaration generator_function_declaration method_definition function_signature method_signature"
        " abstract_method_signature"
    ),
    values=_kinds(f"{_JS_VALUES} public_field_definition property_signature type_alias_declaration enum_assignment"),
    scopes=_JAVASCRIPT.scopes | _kinds("function_signature method_signature abstract_method_signature"),
    wrappers=_JAVASCRIPT.wrappers | _kinds("ambient_declaration"),
    transparent=_JAVASCRIPT.transparent | _kinds("parenthesized_type"),
)

_GO = Language(
    name="go",
    containers=_kinds("type_spec type_alias"),
    functions=_kinds("function_declaration method_declaration method_elem"),
    values=_kinds("const_spec var_spec field_declaration"),
    scopes=_kinds("function_declaration method_declaration func_literal method_elem"),
    parameters=_kinds("parameter_list"),
    binders=_pairs(
        "short_var_declaration=left var_spec=name const_spec=name range_clause=left parameter_list="
        " type_switch_statement=alias receive_statement=left"
    ),
    imports=_kinds("import_spec"),
    wrappers=_kinds("type_declaration const_declaration var_declaration"),
    strings=_kinds("interpreted_string_literal raw_string_literal"),
)

_RUST = Language(
    name="rust",
    containers=_kinds("struct_item enum_item union_item trait_item mod_item impl_item"),
    functions=_kinds("function_item function_signature_item macro_definition"),
    values=_kinds("const_item static_item type_item associated_type field_declaration enum_variant"),
    scopes=_kinds("function_item function_signature_item closure_expression"),
    parameters=_kinds("parameters closure_parameters"),
    binders=_pairs(
        "let_declaration=pattern for_expression=pattern closure_parameters= parameters= match_pattern="
        " let_condition=pattern"
    ),
    imports=_kinds("use_declaration extern_crate_declaration"),
    variables=_kinds("identifier shorthand_field_identifier"),
    strings=_kinds("string_literal raw_string_literal"),
    upper_is_constant=True,
)

_JAVA = Language(
    name="java",
    containers=_kinds(
        "class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration"
    ),
    functions=_kinds("method_declaration constructor_declaration compact_constructor_declaration"),
    values=_kinds("field_declaration constant_declaration enum_constant"),
    scopes=_kinds("method_declaration constructor_declaration lambda_expression static_initializer"),
    parameters=_kinds("formal_parameters inferred_parameters"),
    binders=_pairs(
        "variable_declarator=name enhanced_for_statement=name catch_formal_parameter=name resource=name"
        " formal_parameters= inferred_parameters= lambda_expression=parameters instanceof_expression=name"
    ),
    imports=_kinds("import_declaration"),
    blocks=_kinds("block"),
    strings=_kinds("string_literal"),
)

_C = Language(
    name="c",
    containers=_kinds("struct_specifier union_specifier enum_specifier"),
    functions=_kinds("function_definition preproc_function_def"),
    values=_kinds("declaration field_declaration type_definition preproc_def enumerator"),
    scopes=_kinds("function_definition"),
    parameters=_kinds("parameter_list"),
    binders=_pairs("init_declarator=declarator declaration=declarator parameter_list="),
    imports=_kinds("preproc_include"),
    blocks=_kinds("compound_statement"),
    strings=_kinds("string_literal"),
)
_CPP = replace(
    _C,
    name="cpp",
    containers=_C.containers | _kinds("class_specifier namespace_definition concept_definition"),
    values=_C.values | _kinds("alias_declaration"),
    scopes=_kinds("function_definition lambda_expression"),
    binders={**_C.binders, "for_range_loop": "declarator"},
    imports=_kinds("preproc_include using_declaration"),
    wrappers=_kinds("template_declaration"),
    strings=_kinds("string_literal raw_string_literal"),
)

_CSHARP = Language(
    name="csharp",
    containers=_kinds(
        "class_declaration struct_declaration interface_declaration enum_declaration record_declaration"
        " namespace_declaration"
    ),
    functions=_kinds(
        "method_declaration constructor_declaration destructor_declaration local_function_statement"
        " operator_declaration indexer_declaration"
    ),
    values=_kinds(
        "property_declaration field_declaration event_field_declaration delegate_declaration enum_member_declaration"
    ),
    scopes=_kinds(
        "method_declaration constructor_declaration destructor_declaration local_function_statement lambda_expression"
        " anonymous_method_expression accessor_declaration"
    ),
    parameters=_kinds("parameter_list"),
    binders=_pairs(
        "variable_declarator=name foreach_statement=left catch_declaration=name declaration_pattern=name"
        " declaration_expression=name parameter=name implicit_parameter= tuple_pattern="
    ),
    imports=_kinds("using_directive"),
    variables=_kinds("identifier implicit_parameter"),
    blocks=_kinds("block"),
    strings=_kinds("string_literal interpolated_string_expression"),
)

_RUBY = Language(
    name="ruby",
    containers=_kinds("class module singleton_class"),
    functions=_kinds("method singleton_method"),
    values=_kinds("assignment"),
    scopes=_kinds("method singleton_method"),
    parameters=_kinds("method_parameters"),
    binders=_pairs(
        "assignment=left block_parameters= lambda_parameters= method_parameters= for=pattern exception_variable="
    ),
    imports=frozenset(),
    transparent=_kinds("parenthesized_statements then"),
    same=_pairs("do_block=block body_statement=block_body"),
    strings=_kinds("string"),
    raw_quotes="'",
)

_PHP = Language(
    name="php",
    containers=_kinds("class_declaration interface_declaration trait_declaration enum_declaration"),
    functions=_kinds("function_definition method_declaration"),
    values=_kinds("const_element property_element enum_case"),
    scopes=_kinds("function_definition method_declaration anonymous_function arrow_function"),
    parameters=_kinds("formal_parameters"),
    binders=_pairs(
        "assignment_expression=left foreach_statement= formal_parameters= catch_clause=name"
        " static_variable_declaration="
    ),
    imports=_kinds("namespace_use_declaration"),
    variables=_kinds("variable_name"),
    wrappers=_kinds("const_declaration property_declaration"),
    same=_pairs("encapsed_string=string"),
    blocks=_kinds("compound_statement"),
    strings=_kinds("string encapsed_string"),
    raw_quotes="'",
)

_KOTLIN = Language(
    name="kotlin",
    containers=_kinds("class_declaration object_declaration companion_object infix_expression"),
    functions=_kinds("function_declaration secondary_constructor"),
    values=_kinds("property_declaration type_alias enum_entry"),
    scopes=_kinds("function_declaration secondary_constructor lambda_literal anonymous_initializer getter setter"),
    parameters=_kinds("function_value_parameters"),
    binders=_pairs("variable_declaration= lambda_parameters= function_value_parameters= catch_block="),
    imports=_kinds("import_header"),
    variables=_kinds("simple_identifier interpolated_identifier"),
    transparent=_kinds("parenthesized_expression control_structure_body"),
    blocks=_kinds("statements"),
)

_SWIFT = Language(
    name="swift",
    containers=_kinds("class_declaration protocol_declaration"),
    functions=_kinds(
        "function_declaration protocol_function_declaration init_declaration deinit_declaration subscript_declaration"
    ),
    values=_kinds("property_declaration protocol_property_declaration typealias_declaration enum_entry"),
    scopes=_kinds(
        "function_declaration protocol_function_declaration init_declaration deinit_declaration lambda_literal"
        " computed_property subscript_declaration"
    ),
    parameters=_kinds("parameter"),
    binders=_pairs("pattern= lambda_parameter= parameter="),
    imports=_kinds("import_declaration"),
    variables=_kinds("simple_identifier"),
    transparent=frozenset(),
    strings=_kinds("line_string_literal"),
)

LANGUAGES: tuple[Language, ...] = (
    *(_PYTHON, _JAVASCRIPT, _TYPESCRIPT, replace(_TYPESCRIPT, name="tsx"), _GO, _RUST, _JAVA),
    *(_C, _CPP, _CSHARP, _RUBY, _PHP, _KOTLIN, _SWIFT),
)
_BY_NAME = {language.name: language for language in LANGUAGES}


def find_language(path: str) -> Language | None:
    """Find the language of a file by its name; None where we have not described its grammar."""
    return _BY_NAME.get(language_of(path) or "")
