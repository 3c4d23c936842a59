"""All settings of the product. Only this module reads the environment."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from orc.domain import Assistant
from orc.errors import ConfigurationError
from orc.watch.prices import Price
from orc.watch.usage import MEASURES, Budgets
from shared.mcp_servers import McpServer, misplaced, parse_servers
from shared.metadata_rules import parse_defaults, parse_keys
from shared.prices import parse_prices
from shared.synonyms import parse_synonyms

_BODY_OVERHEAD = 1024 * 1024
_TEXTS_OVERHEAD = 64 * 1024
_RECEIVED = 2 * 1024**3
_ON_AZURE = ("WEBSITE_INSTANCE_ID", "WEBSITE_SITE_NAME")
_LANGSMITH = (
    "LANGSMITH_TRACING",
    "LANGSMITH_TRACING_V2",
    "LANGCHAIN_TRACING",
    "LANGCHAIN_TRACING_V2",
    "LANGCHAIN_HANDLER",
)


def _origins(value: object) -> object:
    """Origins as browsers send them, from a comma-separated text."""
    origins = [each.strip().rstrip("/") for each in value.split(",")] if isinstance(value, str) else value
    return tuple(map(_origin, filter(None, origins))) if isinstance(origins, list) else origins


def _texts(value: object) -> object:
    """Texts from a JSON array."""
    if not isinstance(value, str):
        return value
    try:
        texts = json.loads(value)
    except (ValueError, RecursionError):
        texts = None
    if not (isinstance(texts, list) and all(isinstance(each, str) for each in texts)):
        raise ValueError('must be a JSON array of texts, such as ["When is payment due?"]')
    return tuple(texts)


def _origin(value: str) -> str:
    origin = value.rstrip("/")
    parts = urlsplit(origin)
    if parts.scheme not in ("http", "https") or origin != f"{parts.scheme}://{parts.netloc.lower()}":
        raise ValueError(f"{origin} is not an origin: a scheme and a host, with nothing after it")
    return origin


def _address(value: str) -> str:
    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("must be an http or https URL")
    return value


type _Starter = Annotated[str, Field(min_length=1, max_length=200)]
type Address = Annotated[str, AfterValidator(_address)] | None


class Settings(BaseModel):
    """One field for each variable, whose name is the field's in capitals. A blank variable counts as unset."""

    model_config = ConfigDict(frozen=True, extra="ignore", str_strip_whitespace=True)

    orc_port: int = Field(7071, ge=0, le=65535)
    orc_data_dir: Path = Path(".orc")

    identity: Literal["local", "easyauth", "jwt"] = "local"
    orc_local_org: str = Field("local", min_length=1, max_length=128)
    orc_local_user: str = Field("user", min_length=1, max_length=128)
    public_origin: Annotated[str, AfterValidator(_origin)] | None = None
    website_hostname: str | None = None
    jwt_issuer: str | None = None
    jwt_audience: str | None = None
    jwt_jwks_url: Address = None
    jwt_user_claim: str = Field("oid", min_length=1)
    jwt_organization_claim: str = Field("tid", min_length=1)
    jwt_roles_claim: str = Field("roles", min_length=1)
    admin_role: str | None = None
    page_directory: Path = Path(__file__).resolve().parents[1] / "web/dist"
    page_client_id: str | None = None
    page_scope: str = Field("openid", min_length=1)
    assistant_name: str = Field("", max_length=60)
    assistant_instructions: str = Field("", max_length=20_000)
    assistant_greeting: str = Field("", max_length=1_000)
    assistant_starters: Annotated[tuple[_Starter, ...], Field(max_length=6), BeforeValidator(_texts)] = ()
    page_sign_in_origins: Annotated[tuple[str, ...], BeforeValidator(_origins)] = ()
    page_frame_ancestors: Annotated[tuple[str, ...], BeforeValidator(_origins)] = ()

    openai_base_url: Address = None
    openai_api_key: str | None = Field(None, repr=False)
    openai_model: str = Field("gpt-5.4-mini", min_length=1)
    openai_model_name: str | None = None
    openai_planning_model: str | None = None
    openai_planning_model_name: str | None = None
    openai_summary_model: str | None = None
    openai_summary_model_name: str | None = None
    openai_embedding_model: str | None = None
    openai_embedding_dimensions: int | None = Field(None, ge=1, le=4096)
    azure_openai_endpoint: Address = None
    model_prices: Annotated[Mapping[str, Price], BeforeValidator(parse_prices)] = {}
    model_timeout_seconds: float = Field(60, gt=0, le=600)

    cosmos_endpoint: Address = None
    cosmos_connection_string: str | None = Field(None, repr=False)
    cosmos_database: str = Field("orc", min_length=1)
    cosmos_create: bool | None = None
    cosmos_ca_file: Path | None = None
    azure_storage_account_url: Address = None
    azure_storage_connection_string: str | None = Field(None, repr=False)
    blob_trigger_source: Literal["scan", "eventgrid"] = "scan"

    log_format: Literal["text", "json"] = "text"
    applicationinsights_connection_string: str | None = Field(None, repr=False)
    applicationinsights_authentication_string: str | None = Field(None, repr=False)
    otel_exporter_otlp_endpoint: Address = None
    otel_sdk_disabled: bool = False
    otel_instrumentation_genai_capture_message_content: bool = False

    chunk_size: int = Field(2000, ge=1, le=8000)
    chunk_overlap: int = Field(200, ge=0)
    top_k: int = Field(8, ge=1, le=50)
    search_synonyms: Annotated[Mapping[str, tuple[str, ...]], BeforeValidator(parse_synonyms)] = {}
    history_messages: int = Field(10, ge=0, le=100)
    history_summary_after: int = Field(20, ge=1, le=100)
    max_history_characters: int = Field(24_000, ge=1)
    max_context_characters: int = Field(60_000, ge=0, le=1_000_000)
    max_answer_tokens: Annotated[int, Field(ge=16)] | None = None
    max_plan_steps: int = Field(10, ge=1, le=50)
    max_parallel_steps: int = Field(4, ge=1, le=50)
    max_tool_rounds: int = Field(4, ge=0, le=20)
    max_tool_calls: int = Field(8, ge=0, le=50)
    max_tool_seconds: float = Field(180, gt=0, le=3600)
    document_chat_answers: bool = False
    document_summaries: Literal["auto", "model", "simple"] = "auto"

    mcp_servers: Annotated[Mapping[str, McpServer], BeforeValidator(parse_servers)] = Field({}, repr=False)
    tools_cache_seconds: float = Field(300, ge=0, le=86400)
    tool_connect_seconds: float = Field(5, gt=0, le=60)
    tool_timeout_seconds: float = Field(60, gt=0, le=600)
    max_tool_result_bytes: int = Field(1024 * 1024, ge=1024, le=64 * 1024 * 1024)

    max_documents_per_turn: int = Field(3, ge=1, le=20)
    max_question_characters: int = Field(8000, ge=1)
    max_text_characters: int = Field(100_000, ge=1, le=5_000_000)
    max_upload_bytes: int = Field(50 * 1024 * 1024, ge=1)
    max_upload_files: int = Field(10, ge=1, le=100)
    document_metadata_required: Annotated[tuple[str, ...], BeforeValidator(parse_keys)] = ()
    document_metadata_defaults: Annotated[Mapping[str, str], BeforeValidator(parse_defaults)] = {}
    conversation_ttl_seconds: Annotated[int, Field(ge=1)] | None = None
    document_ttl_seconds: int = Field(30 * 24 * 3600, ge=1)
    conversation_retention_days: Annotated[int, Field(ge=1, le=36_500)] | None = None
    document_retention_days: Annotated[int, Field(ge=1, le=36_500)] | None = None
    audit_retention_days: int = Field(365, ge=1, le=36_500)
    extraction_timeout_seconds: float = Field(120, gt=0)
    extraction_memory_mb: int = Field(1024, ge=256)
    document_intelligence_endpoint: Address = None
    document_intelligence_key: str | None = Field(None, repr=False)
    heartbeat_seconds: float = Field(10, gt=0, le=15)

    head_seconds: float = Field(30, gt=0, le=600)
    body_stall_seconds: float = Field(10, gt=0, le=600)
    min_body_bytes_per_second: int = Field(4096, ge=1)
    max_body_seconds: float = Field(600, gt=0, le=3600)
    max_concurrent_uploads: int = Field(16, ge=1, le=1000)
    max_received_bytes: Annotated[int, Field(ge=1)] | None = None

    recovery_schedule: str = Field("*/10 * * * * *", min_length=1)
    max_queued_turns: int = Field(20, ge=0, le=1000)
    run_lease_seconds: float = Field(20, ge=1, le=300)
    http_handover_seconds: float = Field(200, gt=0, le=210)
    shutdown_grace_seconds: float = Field(25, ge=0, le=600)
    rate_limit_per_minute: int | None = Field(None, ge=0)
    read_limit_per_minute: int | None = Field(None, ge=0)
    monthly_turns_per_user: int = Field(0, ge=0)
    monthly_tokens_per_user: int = Field(0, ge=0)
    monthly_pages_per_user: int = Field(0, ge=0)
    monthly_bytes_per_user: int = Field(0, ge=0)
    monthly_turns_per_organization: int = Field(0, ge=0)
    monthly_tokens_per_organization: int = Field(0, ge=0)
    monthly_pages_per_organization: int = Field(0, ge=0)
    monthly_bytes_per_organization: int = Field(0, ge=0)
    max_concurrent_runs: int | None = Field(None, ge=0)
    allowed_origins: Annotated[tuple[str, ...], BeforeValidator(_origins)] = ()

    @property
    def max_upload_request_bytes(self) -> int:
        """The size of an upload with all files at their limit, including the multipart overhead."""
        return self.max_upload_bytes * self.max_upload_files + _BODY_OVERHEAD

    @property
    def received_bytes(self) -> int:
        """The limit on the bytes of all request bodies that one process receives at once."""
        return self.max_received_bytes or max(_RECEIVED, 2 * self.max_upload_request_bytes)

    @property
    def max_json_request_bytes(self) -> int:
        """The size of a body with a question at its limit, with every character escaped, and the other fields."""
        return self.max_question_characters * 6 + _BODY_OVERHEAD

    @property
    def max_turn_request_bytes(self) -> int:
        """The same size with the texts that may come with a question."""
        texts = self.max_documents_per_turn * self.max_text_characters * 6 + _TEXTS_OVERHEAD
        return self.max_question_characters * 6 + max(_BODY_OVERHEAD, texts)

    @property
    def requests_per_minute(self) -> int:
        """The limit of one caller; 0 is no limit, as for the one user of a local host."""
        return self._caller_limit(self.rate_limit_per_minute, 120)

    @property
    def reads_per_minute(self) -> int:
        return self._caller_limit(self.read_limit_per_minute, 1200)

    @property
    def runs_at_a_time(self) -> int:
        return self._caller_limit(self.max_concurrent_runs, 10)

    def _caller_limit(self, limit: int | None, default: int) -> int:
        if limit is not None:
            return limit
        return 0 if self.identity == "local" else default

    @property
    def assistant(self) -> Assistant:
        """The deployment's assistant."""
        return Assistant(
            name=self.assistant_name,
            instructions=self.assistant_instructions,
            greeting=self.assistant_greeting,
            starters=self.assistant_starters,
        )

    @property
    def budgets(self) -> Budgets:
        """The monthly budgets of one user and of one organization."""
        return Budgets(
            user={measure: getattr(self, f"monthly_{measure}_per_user") for measure in MEASURES},
            organization={measure: getattr(self, f"monthly_{measure}_per_organization") for measure in MEASURES},
        )

    @property
    def origin(self) -> str | None:
        """The origin of the app for clients. On Azure the default is the host name that the platform assigned."""
        return self.public_origin or (f"https://{self.website_hostname}" if self.website_hostname else None)

    @property
    def uses_cosmos(self) -> bool:
        return bool(self.cosmos_endpoint or self.cosmos_connection_string)

    @property
    def uses_azure_storage(self) -> bool:
        return bool(self.azure_storage_account_url or self.azure_storage_connection_string)

    @property
    def uses_openai(self) -> bool:
        return bool(self.openai_api_key or self.openai_base_url or self.azure_openai_endpoint)

    def conflicts(self, *, on_azure: bool) -> list[str]:
        """The conflicts between settings that are valid individually."""
        wrong = [f"MCP_SERVERS: {each}" for each in misplaced(self.mcp_servers, on_azure=on_azure)]
        if on_azure and self.identity == "local":
            wrong.append("IDENTITY: local identity does not run on Azure; set it to easyauth or jwt")
        if self.chunk_overlap >= self.chunk_size:
            size = f"{self.chunk_size}" if "chunk_size" in self.model_fields_set else f"{self.chunk_size} by default"
            wrong.append(f"CHUNK_OVERLAP ({self.chunk_overlap}) must be smaller than CHUNK_SIZE ({size})")
        if self.received_bytes < self.max_upload_request_bytes:
            largest = f"the largest upload ({self.max_upload_request_bytes})"
            wrong.append(f"MAX_RECEIVED_BYTES ({self.received_bytes}) must not be less than {largest}")
        if self.identity == "jwt":
            wrong += [
                f"{name} is needed when IDENTITY=jwt"
                for name in ("JWT_ISSUER", "JWT_AUDIENCE", "JWT_JWKS_URL")
                if getattr(self, name.lower()) is None
            ]
        if self.openai_embedding_model and not self.uses_openai:
            wrong.append("OPENAI_EMBEDDING_MODEL needs OPENAI_API_KEY, OPENAI_BASE_URL or AZURE_OPENAI_ENDPOINT")
        for name in ("OPENAI_PLANNING_MODEL", "OPENAI_SUMMARY_MODEL"):
            if getattr(self, name.lower()) and not self.uses_openai:
                wrong.append(f"{name} needs OPENAI_API_KEY, OPENAI_BASE_URL or AZURE_OPENAI_ENDPOINT")
        if self.document_summaries == "model" and not self.uses_openai:
            wrong.append("DOCUMENT_SUMMARIES=model needs a model")
        if self.document_intelligence_key and not self.document_intelligence_endpoint:
            wrong.append("DOCUMENT_INTELLIGENCE_ENDPOINT is needed with DOCUMENT_INTELLIGENCE_KEY")
        return wrong

    @classmethod
    def from_environ(cls, environ: Mapping[str, str] | None = None) -> "Settings":
        """Reads and checks all settings. Raises ConfigurationError with all mistakes at once."""
        environ = os.environ if environ is None else environ
        values = {name: environ[name.upper()] for name in cls.model_fields if environ.get(name.upper(), "").strip()}
        mistakes: list[str] = []
        try:
            settings = cls.model_validate(values)
        except ValidationError as error:  # the sound settings are checked for conflicts, with defaults for the others
            malformed = {str(e["loc"][0]): e["msg"].removeprefix("Value error, ") for e in error.errors()}
            mistakes = [f"{name.upper()}: {message}" for name, message in malformed.items()]
            settings = cls.model_validate({name: value for name, value in values.items() if name not in malformed})
        on_azure = any(environ.get(name) for name in _ON_AZURE)
        mistakes += settings.conflicts(on_azure=on_azure)
        if mistakes:
            raise ConfigurationError("The settings need attention:\n  " + "\n  ".join(mistakes))
        return settings


def uses_event_grid() -> bool:
    """Whether BLOB_TRIGGER_SOURCE is eventgrid. Needed when the app is indexed, before the settings are read."""
    return os.environ.get("BLOB_TRIGGER_SOURCE", "").strip() == "eventgrid"


def turn_off_langsmith() -> None:
    """Removes the variables that would have LangGraph send the text of every turn to LangSmith. Takes effect before
    LangGraph is imported."""
    for name in _LANGSMITH:
        os.environ.pop(name, None)


def secret_named(name: str) -> str:
    """The value of an environment variable that an option names, so that no secret is on a command line."""
    if value := os.environ.get(name, "").strip():
        return value
    raise ConfigurationError(f"The environment variable {name} is not set.")


def own_environment(data_dir: Path) -> dict[str, str]:
    """The environment of a host for one command: its data is only in this directory, without sign-in."""
    elsewhere = (name.upper() for name in Settings.model_fields if name.startswith(("cosmos_", "azure_storage_")))
    own = {"ORC_DATA_DIR": str(data_dir), "IDENTITY": "local", "BLOB_TRIGGER_SOURCE": "scan"}
    return {**os.environ, **dict.fromkeys(elsewhere, ""), **own}


def app_settings() -> dict[str, str]:
    """The values of `%NAME%` in triggers on the local host: the environment, with the app's defaults."""
    return {**os.environ, "RECOVERY_SCHEDULE": Settings.from_environ().recovery_schedule}


def load_local_settings(path: Path) -> None:
    """Adds the `Values` of a local.settings.json to the environment unless they are set, as `func start` does."""
    try:
        values = json.loads(path.read_text(encoding="utf-8")).get("Values", {})
    except FileNotFoundError:
        return
    except (ValueError, AttributeError) as error:
        raise ConfigurationError(f"{path} is not a settings file: {error}") from error
    for name, value in values.items():
        os.environ.setdefault(name, str(value))
