metadata description = 'API Management in front of the app: tokens and rates are checked before the app sees a request.'

@description('Name of the service.')
param name string

@description('Region.')
param location string

@description('Tags.')
param tags object

@description('Kind of service.')
param sku string

@description('E-mail address of the publisher.')
param publisherEmail string

@description('Where the app answers.')
param appUrl string

@description('The issuer\'s OpenID configuration.')
param openIdConfigurationUrl string

@description('Issuer of the tokens.')
param issuer string

@description('Audience of the tokens.')
param audience string

@description('Claim that names the user.')
param userClaim string

@description('Claim that names the organisation.')
param organizationClaim string

@description('Calls that one user may make in a minute.')
param callsPerMinute int

@description('Origins of web pages that may call the app.')
param corsOrigins array

// What the policy reads as {{name}}.
var values = [
  { name: 'openid-configuration-url', value: openIdConfigurationUrl }
  { name: 'token-issuer', value: issuer }
  { name: 'token-audience', value: audience }
  { name: 'user-claim', value: userClaim }
  { name: 'organization-claim', value: organizationClaim }
  { name: 'calls-per-minute', value: string(callsPerMinute) }
  { name: 'resource-metadata-url', value: '${gateway.properties.gatewayUrl}/api/.well-known/oauth-protected-resource' }
]
var origins = join(filter(corsOrigins, origin => !contains(origin, '*')), '</origin><origin>')
var crossOrigin = empty(origins) ? '' : '<cors allow-credentials="false"><allowed-origins><origin>${origins}</origin></allowed-origins><allowed-methods><method>*</method></allowed-methods><allowed-headers><header>*</header></allowed-headers></cors>'
// What needs no token: health, and the chat page and the metadata, which tell users where to sign in.
var openOperations = [
  { name: 'health', displayName: 'Health', urlTemplate: '/health' }
  { name: 'page', displayName: 'Chat page', urlTemplate: '/' }
  { name: 'page-files', displayName: 'Files of the chat page', urlTemplate: '/app/*' }
  { name: 'resource-metadata', displayName: 'Where clients sign in', urlTemplate: '/.well-known/*' }
  { name: 'session', displayName: 'Session', urlTemplate: '/session' }
]
var methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

resource gateway 'Microsoft.ApiManagement/service@2024-05-01' = {
  name: name
  location: location
  tags: tags
  sku: {
    name: sku
    capacity: 1
  }
  properties: {
    publisherEmail: publisherEmail
    publisherName: 'Orc'
    customProperties: startsWith(sku, 'Developer') ? {
      'Microsoft.WindowsAzure.ApiManagement.Gateway.Security.Protocols.Tls10': 'False'
      'Microsoft.WindowsAzure.ApiManagement.Gateway.Security.Protocols.Tls11': 'False'
      'Microsoft.WindowsAzure.ApiManagement.Gateway.Security.Backend.Protocols.Tls10': 'False'
      'Microsoft.WindowsAzure.ApiManagement.Gateway.Security.Backend.Protocols.Tls11': 'False'
    } : null
  }
}

resource namedValues 'Microsoft.ApiManagement/service/namedValues@2024-05-01' = [for item in values: {
  parent: gateway
  name: item.name
  properties: {
    displayName: item.name
    value: item.value
    secret: false
  }
}]

resource api 'Microsoft.ApiManagement/service/apis@2024-05-01' = {
  parent: gateway
  name: 'orc'
  properties: {
    displayName: 'Orc'
    path: 'api'
    protocols: ['https']
    serviceUrl: '${appUrl}/api'
    subscriptionRequired: false
  }
}

// The app describes its routes itself, at /api/openapi.json.
resource operations 'Microsoft.ApiManagement/service/apis/operations@2024-05-01' = [for method in methods: {
  parent: api
  name: toLower(method)
  properties: {
    displayName: method
    method: method
    urlTemplate: '/*'
  }
}]

resource open 'Microsoft.ApiManagement/service/apis/operations@2024-05-01' = [for item in openOperations: {
  parent: api
  name: item.name
  properties: {
    displayName: item.displayName
    method: 'GET'
    urlTemplate: item.urlTemplate
  }
}]

resource apiPolicy 'Microsoft.ApiManagement/service/apis/policies@2024-05-01' = {
  parent: api
  name: 'policy'
  properties: {
    format: 'xml'
    value: replace(loadTextContent('../policies/api.xml'), '<!-- cors -->', crossOrigin)
  }
  dependsOn: [namedValues]
}

resource openPolicies 'Microsoft.ApiManagement/service/apis/operations/policies@2024-05-01' = [for (item, i) in openOperations: {
  parent: open[i]
  name: 'policy'
  properties: {
    format: 'xml'
    value: loadTextContent('../policies/open.xml')
  }
}]

@description('Where callers find the API.')
output url string = '${gateway.properties.gatewayUrl}/api'
