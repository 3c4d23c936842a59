targetScope = 'subscription'

metadata description = 'Orc on Azure Functions: one resource group, no key in any setting.'

// What to call it and where it runs

@description('Name of the azd environment. Resource names are derived from it.')
@minLength(1)
@maxLength(40)
param environmentName string

@description('Region of every resource. It must offer Flex Consumption, Azure OpenAI and, with durableBackend scheduler, Durable Task Scheduler.')
param location string

@description('Region of Azure OpenAI, where the models of your choice have quota. Empty: the same region.')
param openAiLocation string = ''

@description('Tags of every resource.')
param tags object = {}

// Who may call it

@description('Who verifies callers: jwt (the app checks bearer tokens itself) or easyauth (App Service Authentication does).')
@allowed(['jwt', 'easyauth'])
param identityMode string = 'jwt'

@description('Application (client) id of the Entra app registration that callers ask tokens for. The preprovision hook makes one when none is set.')
@minLength(1)
param authClientId string

@description('Issuer of the tokens. Empty: this tenant of Entra ID.')
param jwtIssuer string = ''

@description('Audience of the tokens. Empty: authClientId, as in Entra version 2 tokens.')
param jwtAudience string = ''

@description('Where the issuer publishes its keys. Empty: the keys of this tenant of Entra ID.')
param jwtJwksUrl string = ''

@description('The issuer\'s OpenID configuration, which API Management reads. Empty: that of this tenant of Entra ID.')
param jwtOpenIdConfigurationUrl string = ''

@description('Claim that names the user.')
param jwtUserClaim string = 'oid'

@description('Claim that names the organisation.')
param jwtOrganizationClaim string = 'tid'

@description('Origins of web pages that may call the app. Empty: none. A wildcard is dropped.')
param corsOrigins array = []

// What answers

@description('Chat model of Azure OpenAI.')
param chatModelName string = 'gpt-5.4-mini'

@description('Version of the chat model.')
param chatModelVersion string = '2026-03-17'

@description('Chat capacity, in thousands of tokens a minute.')
@minValue(1)
param chatCapacity int = 50

@description('Embedding model of Azure OpenAI.')
param embeddingModelName string = 'text-embedding-3-small'

@description('Version of the embedding model.')
param embeddingModelVersion string = '1'

@description('Embedding capacity, in thousands of tokens a minute.')
@minValue(1)
param embeddingCapacity int = 50

@description('Numbers in a vector of the embedding model. It cannot be changed once the documents container exists.')
@minValue(1)
@maxValue(4096)
param embeddingDimensions int = 1536

@description('Kind of model deployment: GlobalStandard, DataZoneStandard or Standard (data stays in the region).')
@allowed(['GlobalStandard', 'DataZoneStandard', 'Standard'])
param modelDeploymentSku string = 'GlobalStandard'

@description('Adds Azure Document Intelligence, which reads scanned PDFs.')
param useDocumentIntelligence bool = false

// How it runs

@description('Engine of background turns: storage (queues and tables of the storage account) or scheduler (Durable Task Scheduler).')
@allowed(['storage', 'scheduler'])
param durableBackend string = 'storage'

@description('Kind of Durable Task Scheduler, with durableBackend scheduler.')
@allowed(['Consumption', 'Dedicated'])
param schedulerSku string = 'Consumption'

@description('Memory of an instance in MB.')
@allowed([2048, 4096])
param instanceMemoryMB int = 2048

@description('The most instances that the app scales out to.')
@minValue(1)
@maxValue(1000)
param maximumInstanceCount int = 40

@description('HTTP requests that one instance handles at once; a streamed turn counts as one while it lasts.')
@minValue(1)
@maxValue(1000)
param httpConcurrency int = 32

@description('Redundancy of the storage account. Three zones (Standard_ZRS) keep more, where the region has them.')
@allowed(['Standard_LRS', 'Standard_ZRS', 'Standard_GRS', 'Standard_RAGRS'])
param storageSku string = 'Standard_LRS'

@description('Days after which the large values of finished orchestrations are deleted.')
@minValue(2)
param payloadRetentionDays int = 14

@description('Days that deleted blobs can be restored for. They cannot be read meanwhile.')
@minValue(1)
@maxValue(365)
param deletedBlobDays int = 7

@description('Further settings of the app, by name, as in the README. They are no place for secrets.')
param appSettings object = {}

// What stands around it

@description('Puts Cosmos DB, storage and Azure OpenAI behind private endpoints; the app reaches them over a virtual network.')
param privateNetworking bool = false

@description('Puts API Management in front, which checks tokens and limits rates before the app sees a request.')
param useApiManagement bool = false

@description('Kind of API Management. Its Consumption tier is not offered: it has no limits by key and buffers streams.')
@allowed(['Developer', 'BasicV2', 'StandardV2'])
param apiManagementSku string = 'BasicV2'

@description('E-mail address that API Management names as its publisher and sends notices to.')
param apiManagementPublisherEmail string = 'noreply@example.com'

@description('Calls that API Management lets one user make in a minute.')
@minValue(1)
param callsPerMinute int = 60

@description('Days that logs and traces are kept.')
@minValue(30)
@maxValue(730)
param logRetentionDays int = 30

var allTags = union(tags, { 'azd-env-name': environmentName })
var suffix = toLower(uniqueString(subscription().id, environmentName, location))
var entra = '${environment().authentication.loginEndpoint}${tenant().tenantId}'
var issuer = empty(jwtIssuer) ? '${entra}/v2.0' : jwtIssuer
var audience = empty(jwtAudience) ? authClientId : jwtAudience
var jwksUrl = empty(jwtJwksUrl) ? '${entra}/discovery/v2.0/keys' : jwtJwksUrl
var openIdConfigurationUrl = empty(jwtOpenIdConfigurationUrl) ? '${entra}/v2.0/.well-known/openid-configuration' : jwtOpenIdConfigurationUrl

resource group 'Microsoft.Resources/resourceGroups@2024-03-01' = {
  name: 'rg-${environmentName}'
  location: location
  tags: allTags
}

module identity 'modules/identity.bicep' = {
  name: 'identity'
  scope: group
  params: {
    name: 'id-orc-${suffix}'
    location: location
    tags: allTags
  }
}

module monitoring 'modules/monitoring.bicep' = {
  name: 'monitoring'
  scope: group
  params: {
    workspaceName: 'log-orc-${suffix}'
    componentName: 'appi-orc-${suffix}'
    location: location
    tags: allTags
    retentionDays: logRetentionDays
    principalId: identity.outputs.principalId
  }
}

module storage 'modules/storage.bicep' = {
  name: 'storage'
  scope: group
  params: {
    name: 'storc${suffix}'
    topicName: 'evgt-orc-${suffix}'
    location: location
    tags: allTags
    sku: storageSku
    publicAccess: !privateNetworking
    payloadRetentionDays: payloadRetentionDays
    deletedBlobDays: deletedBlobDays
    durableInStorage: durableBackend == 'storage'
    principalId: identity.outputs.principalId
  }
}

module cosmos 'modules/cosmos.bicep' = {
  name: 'cosmos'
  scope: group
  params: {
    name: 'cosmos-orc-${suffix}'
    location: location
    tags: allTags
    publicAccess: !privateNetworking
    embeddingDimensions: embeddingDimensions
    principalId: identity.outputs.principalId
  }
}

module openAi 'modules/openai.bicep' = {
  name: 'openai'
  scope: group
  params: {
    name: 'oai-orc-${suffix}'
    location: empty(openAiLocation) ? location : openAiLocation
    tags: allTags
    publicAccess: !privateNetworking
    deploymentSku: modelDeploymentSku
    chatModelName: chatModelName
    chatModelVersion: chatModelVersion
    chatCapacity: chatCapacity
    embeddingModelName: embeddingModelName
    embeddingModelVersion: embeddingModelVersion
    embeddingCapacity: embeddingCapacity
    principalId: identity.outputs.principalId
  }
}

module reading 'modules/reading.bicep' = if (useDocumentIntelligence) {
  name: 'reading'
  scope: group
  params: {
    name: 'di-orc-${suffix}'
    location: location
    tags: allTags
    publicAccess: !privateNetworking
    principalId: identity.outputs.principalId
  }
}

module scheduler 'modules/scheduler.bicep' = if (durableBackend == 'scheduler') {
  name: 'scheduler'
  scope: group
  params: {
    name: 'dts-orc-${suffix}'
    location: location
    tags: allTags
    sku: schedulerSku
    principalId: identity.outputs.principalId
  }
}

module network 'modules/network.bicep' = if (privateNetworking) {
  name: 'network'
  scope: group
  params: {
    name: 'vnet-orc-${suffix}'
    location: location
    tags: allTags
    storageAccountId: storage.outputs.id
    cosmosAccountId: cosmos.outputs.id
    openAiAccountId: openAi.outputs.id
    readingAccountId: useDocumentIntelligence ? reading!.outputs.id : ''
  }
}

module app 'modules/app.bicep' = {
  name: 'app'
  scope: group
  params: {
    name: 'func-orc-${suffix}'
    planName: 'plan-orc-${suffix}'
    location: location
    tags: allTags
    identityId: identity.outputs.id
    identityClientId: identity.outputs.clientId
    subnetId: privateNetworking ? network!.outputs.appSubnetId : ''
    instanceMemoryMB: instanceMemoryMB
    maximumInstanceCount: maximumInstanceCount
    httpConcurrency: httpConcurrency
    corsOrigins: corsOrigins
    identityMode: identityMode
    authClientId: authClientId
    issuer: issuer
    audience: audience
    jwksUrl: jwksUrl
    userClaim: jwtUserClaim
    organizationClaim: jwtOrganizationClaim
    blobEndpoint: storage.outputs.blobEndpoint
    queueEndpoint: storage.outputs.queueEndpoint
    tableEndpoint: storage.outputs.tableEndpoint
    packageContainerUrl: storage.outputs.packageContainerUrl
    cosmosEndpoint: cosmos.outputs.endpoint
    cosmosDatabase: cosmos.outputs.database
    openAiEndpoint: openAi.outputs.endpoint
    chatDeployment: openAi.outputs.chatDeployment
    chatModelName: chatModelName
    embeddingDeployment: openAi.outputs.embeddingDeployment
    embeddingDimensions: embeddingDimensions
    readingEndpoint: useDocumentIntelligence ? reading!.outputs.endpoint : ''
    applicationInsights: monitoring.outputs.connectionString
    schedulerConnection: durableBackend == 'scheduler' ? scheduler!.outputs.connection : ''
    appSettings: appSettings
  }
}

module gateway 'modules/gateway.bicep' = if (useApiManagement) {
  name: 'gateway'
  scope: group
  params: {
    name: 'apim-orc-${suffix}'
    location: location
    tags: allTags
    sku: apiManagementSku
    publisherEmail: apiManagementPublisherEmail
    appUrl: app.outputs.url
    openIdConfigurationUrl: openIdConfigurationUrl
    issuer: issuer
    audience: audience
    userClaim: jwtUserClaim
    organizationClaim: jwtOrganizationClaim
    callsPerMinute: callsPerMinute
    corsOrigins: corsOrigins
  }
}

@description('The resource group; azd and the hooks find the app in it.')
output AZURE_RESOURCE_GROUP string = group.name

@description('The function app.')
output AZURE_FUNCTION_APP_NAME string = app.outputs.name

@description('The system topic that the postdeploy hook subscribes the app to.')
output AZURE_EVENT_GRID_TOPIC_NAME string = storage.outputs.topicName

@description('The storage account of uploads.')
output AZURE_STORAGE_ACCOUNT_URL string = storage.outputs.blobEndpoint

@description('The Cosmos DB account.')
output COSMOS_ENDPOINT string = cosmos.outputs.endpoint

@description('The Azure OpenAI account.')
output AZURE_OPENAI_ENDPOINT string = openAi.outputs.endpoint

@description('Where callers find the API: the gateway when there is one, else the app.')
output ORC_URL string = useApiManagement ? gateway!.outputs.url : '${app.outputs.url}/api'
